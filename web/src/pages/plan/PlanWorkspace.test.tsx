import type { ActivityItem } from '@cairn/contract/api/activity'
import { activityApi } from '@cairn/contract/api/activity'
import { liveApi } from '@cairn/contract/api/live'
import { nodesApi } from '@cairn/contract/api/nodes'
import { webhooksApi } from '@cairn/contract/api/webhooks'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { ME, makeId } from '../../test/make.ts'
import { openApp } from '../../test/render.tsx'
import { inWideWindow } from '../../test/wideWindow.ts'

const OUTLINE = 'Research\n  Interview customers\nBuild'

inWideWindow()

async function open(plan: FakePlan, search = '') {
  const app = openApp(`/plans/${plan.plan.id}${search}`)
  // The tour hides everything else.
  await screen.findByRole('heading', { name: plan.plan.title, hidden: true })
  return app
}

it.each([
  ['row', 'tree', 'treeitem'],
  ['card', 'graph', 'article'],
])('returns the focus to the %s whose menu opened a dialog', async (_, mode, role) => {
  const plan = new FakePlan(OUTLINE)
  localStorage.setItem(`layout_mode:${plan.plan.id}`, mode)
  // Cards are only mounted where the canvas is large enough for them.
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(1200)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(800)
  const { user } = await open(plan)
  const node = await screen.findByRole(role, { name: /^Build/ })
  // The first time, the dialog is still being loaded when the menu closes.
  for (const visit of [1, 2]) {
    act(() => node.focus())
    await user.keyboard('{ContextMenu}')
    await user.click(await screen.findByRole('menuitem', { name: 'Link to…' }))
    await screen.findByRole('dialog')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement, `visit ${visit}`).toBe(node))
  }
})

it('opens a node once by two quick clicks, so one Escape closes it', async () => {
  const plan = new FakePlan(OUTLINE)
  const { user } = await open(plan)
  const row = await screen.findByRole('treeitem', { name: /^Build/ })
  // Both before the page has rendered the address of the first.
  act(() => {
    row.click()
    row.click()
  })
  await screen.findByRole('region', { name: 'Build' })

  act(() => row.focus())
  await user.keyboard('{Escape}')

  await waitFor(() => expect(screen.queryByRole('region', { name: 'Build' })).toBeNull())
})

const graph = () => screen.queryByRole('region', { name: 'Plan graph' })
const tree = () => screen.queryByRole('region', { name: 'Plan Structure' })
const insights = () => screen.queryByRole('complementary', { name: 'Plan Insights' })
const modeKey = (plan: FakePlan) => `layout_mode:${plan.plan.id}`

describe('the layout', () => {
  it('starts as split, follows its shortcuts, and is stored per plan', async () => {
    const plan = new FakePlan(OUTLINE)
    const { user } = await open(plan)
    await waitFor(() => expect(graph()).toBeTruthy())
    expect(tree()).toBeTruthy()

    await user.keyboard('t')
    await waitFor(() => expect(graph()).toBeNull())
    expect(localStorage.getItem(modeKey(plan))).toBe('tree')

    await user.keyboard('g')
    await waitFor(() => expect(graph()).toBeTruthy())
    expect(tree()).toBeNull()

    await user.click(screen.getByRole('radio', { name: 'Split (D)' }))
    expect([graph(), tree()].every(Boolean)).toBe(true)
    expect(localStorage.getItem(modeKey(plan))).toBe('split')

    // The focus is on the chosen layout.
    await user.keyboard('t')
    expect(graph()).toBeNull()
  })

  it('restores only one of the three layouts', async () => {
    const [kept, strange] = [new FakePlan(OUTLINE), 'timeline']
    localStorage.setItem(modeKey(kept), 'graph')
    const { router } = await open(kept)
    await waitFor(() => expect(graph()).toBeTruthy())
    expect(tree()).toBeNull()
    await router.navigate('/plans/new')

    const other = new FakePlan(OUTLINE)
    localStorage.setItem(modeKey(other), strange)
    await router.navigate(`/plans/${other.plan.id}`)

    await waitFor(() => expect(tree()).toBeTruthy())
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Split (D)' }).checked).toBe(true)
  })

  it('shows view options only with a graph, all on', async () => {
    const { user } = await open(new FakePlan(OUTLINE))
    await user.click(await screen.findByRole('button', { name: 'View options' }))

    const options = await screen.findAllByRole('menuitemcheckbox')
    expect(options.map(({ textContent }) => textContent)).toEqual(['Labels', 'Progress', 'Dependencies'])
    expect(options.every((option) => option.getAttribute('aria-checked') === 'true')).toBe(true)
    await user.keyboard('{Escape}')

    await user.keyboard('t')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'View options' })).toBeNull())
  })

  it('stores the view options of each plan', async () => {
    const plan = new FakePlan(OUTLINE)
    const { router, user } = await open(plan)
    await user.click(await screen.findByRole('button', { name: 'View options' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Progress' }))
    await user.keyboard('{Escape}')
    const checked = async () => {
      await user.click(await screen.findByRole('button', { name: 'View options' }))
      const options = await screen.findAllByRole('menuitemcheckbox', { checked: true })
      await user.keyboard('{Escape}')
      return options.map(({ textContent }) => textContent)
    }

    const leave = async () => {
      await router.navigate('/plans/new')
      await screen.findByRole('heading', { name: 'Create Plan' })
    }

    await leave()
    await router.navigate(`/plans/${plan.plan.id}`)
    expect(await checked()).toEqual(['Labels', 'Dependencies'])

    await leave()
    await router.navigate(`/plans/${new FakePlan(OUTLINE).plan.id}`)
    expect(await checked()).toEqual(['Labels', 'Progress', 'Dependencies'])
  })

  it('shows when the browser blocks full screen', async () => {
    Object.defineProperty(document, 'fullscreenEnabled', { configurable: true, value: true })
    Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: null })
    document.documentElement.requestFullscreen = () => Promise.reject(new TypeError('Permissions check failed'))
    const { user } = await open(new FakePlan(OUTLINE))

    await user.click(screen.getByRole('button', { name: 'Full screen' }))

    expect(await screen.findByText('Your browser blocked full screen')).toBeTruthy()
    for (const name of ['fullscreenEnabled', 'fullscreenElement']) Reflect.deleteProperty(document, name)
  })

  it('ignores letters while typing and with a modifier', async () => {
    const plan = new FakePlan(OUTLINE)
    const { user } = await open(plan)
    await user.type(await screen.findByPlaceholderText('Search nodes...'), 'tg')
    await user.keyboard('{Control>}t{/Control}')

    expect(localStorage.getItem(modeKey(plan))).toBeNull()
  })
})

const happened = (content: string): ActivityItem => ({
  id: makeId(),
  revision: 1,
  type: 'node_created',
  content,
  plan_id: ME,
  node_id: null,
  node_title: null,
  user: { id: ME, name: 'Ana Ruiz', email: 'ana@example.com', avatar_url: null },
  via: { kind: 'session' },
  run_id: null,
  created_at: '2026-03-04T10:00:00.000Z',
  data: { before: null, after: null },
})

describe('Plan Insights', () => {
  it('names the agent that made a change', async () => {
    const plan = new FakePlan(OUTLINE)
    plan.activity = [{ ...happened('Ana Ruiz claimed "One"'), via: { kind: 'token', name: 'Claude' } }, happened('Two')]
    await open(plan)

    const [byAgent, byPerson] = within(
      within(await screen.findByRole('complementary', { name: 'Plan Insights' })).getByRole('list'),
    ).getAllByRole('listitem')
    expect(byAgent?.textContent).toContain('via Claude')
    expect(byPerson?.textContent).not.toContain('via')
  })

  it('shows stats, the three latest activities and details, each collapsible', async () => {
    const plan = new FakePlan(OUTLINE)
    plan.activity = ['One', 'Two', 'Three', 'Four'].map(happened)
    plan.plan.updated_at = '2026-03-01T10:00:00.000Z'
    const { user } = await open(plan)
    const panel = await screen.findByRole('complementary', { name: 'Plan Insights' })

    expect(within(panel).getByText('0 of 3 nodes completed')).toBeTruthy()
    await within(panel).findByText('Three')
    expect(within(panel).queryByText('Four')).toBeNull()
    expect(plan.api.sentTo(activityApi.plan)[0]?.query).toEqual({ page: '1', limit: '5' })
    expect(within(panel).getByText('Your role').nextElementSibling?.textContent).toBe('Owner')

    // The plan's own time is from when it loaded, so newer activity counts.
    const updated = within(panel).getByText('Updated').nextElementSibling?.querySelector('time')
    expect(updated?.dateTime).toBe('2026-03-04T10:00:00.000Z')
    expect(updated?.title).toMatch(/Wednesday, .*2026/)

    const fold = within(panel).getByRole('button', { name: 'Quick Stats' })
    await user.click(fold)
    expect(fold.getAttribute('aria-expanded')).toBe('false')
  })

  it('shows an empty or a failed activity', async () => {
    const plan = new FakePlan(OUTLINE)
    await open(plan)
    await screen.findByText('No recent activity')

    const broken = new FakePlan(OUTLINE)
    broken.api.on(activityApi.plan, () => ({ status: 403, error: 'Not for you', code: 'forbidden' }))
    await open(broken)
    await screen.findByText('Not for you')
  })

  it('changes with the role, and shows a toast', async () => {
    const plan = new FakePlan(OUTLINE, { role: 'editor' })
    await open(plan)
    await screen.findByRole('button', { name: 'Add Node' })
    await waitFor(() => expect(plan.live.heard.length).toBeGreaterThan(0))

    plan.plan.role = 'viewer'
    const before = { user_id: ME, role: 'editor' } as const
    act(() => plan.happen('collaborator.changed', null, { before, after: { ...before, role: 'viewer' } }))

    await screen.findByText('Your role in this plan is now Viewer')
    expect(screen.queryByRole('button', { name: 'Add Node' })).toBeNull()
  })

  it('closes the webhooks when the role no longer allows them', async () => {
    const plan = new FakePlan(OUTLINE, { role: 'admin' })
    plan.api.on(webhooksApi.list, () => ({ reply: [] }))
    const { user } = await open(plan)
    await waitFor(() => expect(plan.live.heard.length).toBeGreaterThan(0))
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Webhooks…' }))
    await screen.findByRole('dialog', { name: 'Webhooks' })

    plan.plan.role = 'editor'
    const before = { user_id: ME, role: 'admin' } as const
    act(() => plan.happen('collaborator.changed', null, { before, after: { ...before, role: 'editor' } }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is replaced by the open node, and S hides it', async () => {
    const plan = new FakePlan(OUTLINE)
    const { user } = await open(plan)
    await waitFor(() => expect(insights()).toBeTruthy())

    await user.click(await screen.findByRole('treeitem', { name: /^Build,/ }))
    expect(await screen.findByRole('region', { name: 'Build' })).toBeTruthy()
    expect(insights()).toBeNull()

    await user.click(screen.getByRole('button', { name: 'Toggle sidebar (S)' }))
    expect(screen.queryByRole('region', { name: 'Build' })).toBeNull()
    await user.click(screen.getByRole('treeitem', { name: /^Research,/ }))
    expect(await screen.findByRole('region', { name: 'Research' })).toBeTruthy()
  })
})

describe('without a connection', () => {
  it('shows that live updates are paused after a moment, and until it has reconnected', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const plan = new FakePlan(OUTLINE)
    await open(plan)
    const badge = () => screen.queryByRole('button', { name: 'Live updates paused' })
    await waitFor(() => expect(plan.live.heard.length).toBeGreaterThan(0))

    plan.api.on(liveApi.ticket, () => ({ status: 503, error: 'Restarting', code: 'unavailable' }))
    act(() => plan.live.close(1006))
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(badge()).toBeNull()
    for (let seconds = 0; seconds < 20; seconds++) {
      await act(() => vi.advanceTimersByTimeAsync(1_500))
      expect(badge()).toBeTruthy()
    }

    plan.api.on(liveApi.ticket, () => ({ reply: { ticket: 'ticket', expires_in: 30 } }))
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    expect(badge()).toBeNull()
  })

  it('refetches what failed to load in the meantime', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const plan = new FakePlan(OUTLINE)
    let isCut = true
    const node = plan.node('Build')
    plan.api.on(nodesApi.get, () => {
      if (isCut) throw new TypeError('Failed to fetch')
      return { reply: { ...node, description: 'Brick by brick' } }
    })
    await open(plan, `?node=${node.id}`)
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    await screen.findByText('Cannot reach the server. Check your connection and try again.')

    isCut = false
    act(() => plan.live.close(1006))
    await act(() => vi.advanceTimersByTimeAsync(1_000))

    await screen.findByText('Brick by brick')
  })
})

describe('help and tour', () => {
  it('lists the shortcuts under ?', async () => {
    const { user } = await open(new FakePlan(OUTLINE))

    await user.keyboard('?')

    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    for (const text of ['Add Node', 'Toggle sidebar', 'Zoom in', 'Fit view', 'Search tree'])
      expect(within(dialog).getByText(text)).toBeTruthy()
  })

  it('hides shortcuts that a role cannot use', async () => {
    const { user } = await open(new FakePlan(OUTLINE, { role: 'viewer' }))

    await user.keyboard('?')

    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    for (const text of ['Add Node', 'Rename', 'Delete', 'Add log entry or comment'])
      expect(within(dialog).queryByText(text)).toBeNull()
    expect(within(dialog).getByText('Open node, then move to its panel')).toBeTruthy()
  })

  it('lists gestures first on a touch device', async () => {
    const { user } = await open(new FakePlan(OUTLINE))
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query === '(pointer: coarse)',
          addEventListener: () => undefined,
          removeEventListener: () => undefined,
        }) as unknown as MediaQueryList,
    )

    await user.keyboard('?')

    const dialog = within(await screen.findByRole('dialog', { name: 'Gestures and shortcuts' }))
    expect(dialog.getAllByRole('heading', { level: 3 })[0]?.textContent).toBe('Touch: graph')
    expect(dialog.getByText('Search tree')).toBeTruthy()
  })

  it('starts on an empty plan, shows six steps, and does not start again', async () => {
    const plan = new FakePlan('')
    const { user } = await open(plan)
    const next = () => user.click(screen.getByRole('button', { name: 'Next' }))

    await screen.findByRole('dialog', { name: 'Welcome to your plan' })
    await next()
    await screen.findByRole('dialog', { name: 'Your canvas' })
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await screen.findByRole('dialog', { name: 'Welcome to your plan' })
    while (screen.queryByRole('button', { name: 'Next' })) await next()
    await screen.findByRole('dialog', { name: 'You’re all set' })
    await user.click(screen.getByRole('button', { name: 'Start planning' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect([localStorage.getItem('tour_completed'), localStorage.getItem('tour_skipped')]).toEqual(['true', null])
  })

  it.each(['Skip', 'Escape'])('is skipped with %s, and does not start again', async (how) => {
    const plan = new FakePlan('')
    const { user, router } = await open(plan)
    await screen.findByRole('dialog', { name: 'Welcome to your plan' })

    if (how === 'Skip') await user.click(screen.getByRole('button', { name: 'Skip' }))
    else await user.keyboard('{Escape}')

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('main'))
    expect(localStorage.getItem('tour_skipped')).toBe('true')
    await router.navigate('/plans/new')
    await router.navigate(`/plans/${plan.plan.id}`)
    await screen.findByText('No nodes in this plan yet')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('does not start on a plan with nodes, or for users who may not edit', async () => {
    await open(new FakePlan(OUTLINE))
    expect(screen.queryByRole('dialog')).toBeNull()

    await open(new FakePlan('', { role: 'viewer' }))
    await screen.findAllByText('Nothing here yet')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

import { authApi } from '@cairn/contract/api/auth'
import { nodesApi } from '@cairn/contract/api/nodes'
import { plansApi } from '@cairn/contract/api/plans'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { FakeApi } from '../../test/fakeApi.ts'
import { FakePlan } from '../../test/fakePlan.ts'
import { makePlan } from '../../test/make.ts'
import { pageOf } from '../../test/pages.ts'
import { openApp } from '../../test/render.tsx'
import { inWideWindow } from '../../test/wideWindow.ts'

type User = ReturnType<typeof openApp>['user']

const OUTLINE = 'Research\n  Interview customers\nBuild\n  Interview the builders'

inWideWindow()

async function openPalette(user: User) {
  await user.keyboard('{Control>}k{/Control}')
  return within(await screen.findByRole('dialog', { name: 'Command palette' }))
}

async function openPlan(plan: FakePlan, search = '') {
  plan.api.on(plansApi.list, () => ({
    reply: [makePlan(plan.plan), makePlan({ title: 'Harvest' })],
    headers: { 'x-total-count': '2' },
  }))
  const app = openApp(`/plans/${plan.plan.id}${search}`)
  await screen.findByRole('treeitem', { name: /^Build,/ })
  return app
}

const labels = () => screen.getAllByRole('option').map((option) => option.textContent)
const palette = () => screen.queryByRole('dialog', { name: 'Command palette' })

describe('in a plan', () => {
  it('goes to a node by its title, shows its path, and focuses its row', async () => {
    const { user, here } = await openPlan(new FakePlan(OUTLINE))
    const opened = await openPalette(user)
    expect(document.activeElement).toBe(opened.getByRole('combobox', { name: 'Command palette' }))

    await user.keyboard('interview')
    expect(labels()).toEqual(['Interview customersResearchNot started', 'Interview the buildersBuildNot started'])
    expect(opened.getByRole('status').textContent).toBe('2 results')
    await user.keyboard('{ArrowDown}{Enter}')

    await waitFor(() => expect(palette()).toBeNull())
    expect(await screen.findByRole('region', { name: 'Interview the builders' })).toBeTruthy()
    expect(here()).toContain('?node=')
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('treeitem', { name: /^Interview the builders/ })),
    )
  })

  it('goes to a card of the graph if there is no tree', async () => {
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(1200)
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(800)
    const plan = new FakePlan(OUTLINE)
    const { user } = await openPlan(plan)
    await user.keyboard('g')
    await waitFor(() => expect(screen.queryByRole('treeitem')).toBeNull())

    await openPalette(user)
    await user.keyboard('builders{Enter}')

    const card = await screen.findByRole('article', { name: /^Interview the builders/ })
    await waitFor(() => expect(card.contains(document.activeElement)).toBe(true))
  })

  it('toggles the details of the tree', async () => {
    const { user } = await openPlan(new FakePlan(OUTLINE))
    const isShown = () => screen.getByRole('button', { name: 'Details' }).getAttribute('aria-pressed')
    expect(isShown()).toBe('true')

    await openPalette(user)
    await user.keyboard('hide details{Enter}')
    await waitFor(() => expect(isShown()).toBe('false'))
    await openPalette(user)
    await user.keyboard('show details{Enter}')

    await waitFor(() => expect(isShown()).toBe('true'))
  })

  it('keeps text typed while it opens, and triggers no shortcut with it', async () => {
    const { user } = await openPlan(new FakePlan(OUTLINE))

    await user.keyboard('{Control>}k{/Control}sx{Backspace}ettings')

    const field = await screen.findByRole('combobox', { name: 'Command palette' })
    await waitFor(() => expect((field as HTMLInputElement).value).toBe('settings'))
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('Go to Settings')
    expect(screen.queryByRole('button', { name: 'Toggle sidebar (S)', hidden: true, pressed: true })).toBeTruthy()
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
  })

  it('runs a command by its name, and shows its shortcut', async () => {
    const { user } = await openPlan(new FakePlan(OUTLINE))
    await openPalette(user)

    await user.keyboard('add no')
    expect(screen.getByRole('option', { name: 'Add Node N' })).toBeTruthy()
    await user.keyboard('{Enter}')

    expect(await screen.findByRole('dialog', { name: 'Create New Node' })).toBeTruthy()
  })

  it('lists the actions of the selected node', async () => {
    const plan = new FakePlan(OUTLINE)
    const { user } = await openPlan(plan, `?node=${plan.node('Build').id}`)
    await openPalette(user)
    expect(screen.getByRole('group', { name: 'Selected: Build' })).toBeTruthy()
    await user.keyboard('completed{Enter}')
    await waitFor(() => expect(plan.node('Build').status).toBe('completed'))

    await openPalette(user)
    await user.keyboard('rename{Enter}')
    await screen.findByRole('dialog', { name: 'Rename node' })
    await user.keyboard('Build it{Enter}')
    await waitFor(() => expect(plan.outline).toContain('Build it'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    await openPalette(user)
    await user.keyboard('move{Enter}')
    await screen.findByRole('dialog', { name: 'Move “Build it”' })
    await user.keyboard('research{Enter}')
    await waitFor(() => expect(plan.outline).toContain('  Build it'))

    await openPalette(user)
    await user.keyboard('duplicate{Enter}')
    await waitFor(() => expect(plan.outline).toContain('  Build it (copy)'))

    await openPalette(user)
    await user.keyboard('delete{Enter}')
    await waitFor(() => expect(plan.api.sentTo(nodesApi.delete)).toHaveLength(1))
  })

  it('hides commands that a viewer may not use, here and in the list of shortcuts', async () => {
    const plan = new FakePlan(OUTLINE, { role: 'viewer' })
    const { user } = await openPlan(plan, `?node=${plan.node('Build').id}`)
    await openPalette(user)

    expect(labels()).toContain('Share')
    // Viewers may copy the plan, but no node in it.
    expect(labels().filter((label) => label.includes('Duplicate'))).toEqual(['Duplicate plan'])
    for (const refused of ['Add Node', 'Rename', 'Move', 'Delete', 'status'])
      expect(labels().join()).not.toContain(refused)

    await user.keyboard('help{Enter}')
    const help = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    expect(help.getByText('Search or run a command')).toBeTruthy()
    expect(help.queryByText('Add Node')).toBeNull()
    expect(help.queryByText('Delete')).toBeNull()
  })

  it('lists available commands only: those of the graph only if it is shown', async () => {
    const { user } = await openPlan(new FakePlan(OUTLINE))
    await openPalette(user)
    expect(labels()).toContain('Tidy up')
    await user.keyboard('tree{Enter}')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Plan graph' })).toBeNull())

    await openPalette(user)
    expect(labels()).not.toContain('Tidy up')
    expect(labels()).not.toContain('TreeT')
    expect(labels()).toContain('GraphG')
  })

  it('shows when there are no results, and Escape or its shortcut closes it and returns the focus', async () => {
    const { user } = await openPlan(new FakePlan(OUTLINE))
    const row = screen.getByRole('treeitem', { name: /^Research,/ })
    row.focus()

    const opened = await openPalette(user)
    await user.keyboard('zzz')
    expect(opened.getByText('No results')).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(row))

    await openPalette(user)
    await user.keyboard('{Control>}k{/Control}')
    await waitFor(() => expect(palette()).toBeNull())
  })

  it('opens while typing, but not over a dialog', async () => {
    const { user } = await openPlan(new FakePlan(OUTLINE))
    await user.click(screen.getByPlaceholderText('Search nodes...'))
    await openPalette(user)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(palette()).toBeNull())

    await user.keyboard('{Escape}n')
    await screen.findByRole('dialog', { name: 'Create New Node' })
    await user.keyboard('{Control>}k{/Control}')
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
  })
})

describe('on other pages', () => {
  function serve(count = 1) {
    const plans = Array.from({ length: count }, (_, index) => makePlan({ title: `Plan ${index}` }))
    return new FakeApi()
      .on(authApi.logout, () => ({ reply: { message: 'Signed out' } }))
      .on(plansApi.list, ({ query }) => pageOf(plans, query))
  }

  it('goes to pages and plans from its button, and requests the plans once however often it opens', async () => {
    const api = serve()
    const { here, user } = openApp('/plans/new')
    await user.click(await screen.findByRole('button', { name: 'Search or run a command' }))
    await screen.findByRole('option', { name: /^Plan 0/ })
    await user.keyboard('{Escape}')
    await openPalette(user)

    await user.keyboard('plan 0')
    expect(labels()).toEqual(['Plan 0Active'])
    await user.keyboard('{Enter}')

    await waitFor(() => expect(here()).toMatch(/^\/plans\/0/))
    expect(api.sentTo(plansApi.list)).toHaveLength(1)
  })

  it('lists commands of My Plans only once, with the labels of its buttons', async () => {
    serve()
    const { user } = openApp('/plans')
    await screen.findByRole('button', { name: 'Create' })
    await openPalette(user)

    await user.keyboard('create')

    expect(labels().sort()).toEqual(['Create ManuallyC', 'Create with AI'])
  })

  it('finds a plan beyond the first page', async () => {
    serve(150)
    const { user } = openApp('/plans/new')
    await screen.findByRole('heading', { name: 'Create Plan' })
    await openPalette(user)

    await user.keyboard('plan 149')

    expect(await screen.findByRole('option', { name: /^Plan 149/ })).toBeTruthy()
  })

  it('shows why plans failed to load, and the rest works', async () => {
    serve().on(plansApi.list, () => ({ status: 403, error: 'Not for you', code: 'forbidden' }))
    const { here, user } = openApp('/plans/new')
    await screen.findByRole('heading', { name: 'Create Plan' })
    const opened = await openPalette(user)
    expect((await opened.findByRole('alert')).textContent).toBe('Not for you')

    await user.keyboard('sign out{Enter}')

    await waitFor(() => expect(here()).toBe('/login'))
  })

  it('toggles the theme', async () => {
    serve()
    const { user } = openApp('/plans/new')
    await screen.findByRole('heading', { name: 'Create Plan' })
    await openPalette(user)

    await user.keyboard('dark{Enter}')

    await waitFor(() => expect(document.documentElement.classList.contains('dark')).toBe(true))
    await user.click(screen.getByRole('button', { name: 'Switch to light mode' }))
  })
})

describe('Enter before the first result', () => {
  it('runs the first result of text typed while the palette opens', async () => {
    const { here } = openApp('/plans/new')
    await screen.findByRole('heading', { name: 'Create Plan' })

    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    for (const key of [...'go to settings', 'Enter']) fireEvent.keyDown(document.body, { key })

    await waitFor(() => expect(here()).toBe('/settings'))
    await waitFor(() => expect(palette()).toBeNull())
  })

  it('runs a plan once it has loaded', async () => {
    const api = new FakeApi().on(plansApi.list, ({ query }) => pageOf([makePlan({ title: 'Harvest' })], query))
    const arrive = api.hold(plansApi.list)
    const { here, user } = openApp('/plans/new')
    await screen.findByRole('heading', { name: 'Create Plan' })
    await openPalette(user)
    await user.keyboard('harvest{Enter}')
    expect(palette()).toBeTruthy()

    arrive()

    await waitFor(() => expect(here()).toMatch(/^\/plans\/[0-9]/))
  })

  it('runs nothing if the text has changed since', async () => {
    const api = new FakeApi().on(plansApi.list, ({ query }) => pageOf([makePlan({ title: 'Harvest' })], query))
    const arrive = api.hold(plansApi.list)
    const { here, user } = openApp('/plans/new')
    await screen.findByRole('heading', { name: 'Create Plan' })
    await openPalette(user)
    await user.keyboard('harvest{Enter}{Backspace}')

    arrive()

    expect(await screen.findByRole('option', { name: /^Harvest/ })).toBeTruthy()
    expect(here()).toBe('/plans/new')
  })

  it('runs a command of the plan once the plan has loaded', async () => {
    const plan = new FakePlan(OUTLINE)
    plan.api.on(plansApi.list, ({ query }) => pageOf([], query))
    const arrive = plan.api.hold(nodesApi.list)
    const { user } = openApp(`/plans/${plan.plan.id}`)
    await screen.findByText('Loading your plan...')
    const opened = await openPalette(user)
    await user.keyboard('add node{Enter}')
    expect(opened.getByText('No results')).toBeTruthy()

    arrive()

    expect(await screen.findByRole('dialog', { name: 'Create New Node' })).toBeTruthy()
  })
})

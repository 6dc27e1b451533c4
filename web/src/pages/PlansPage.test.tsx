import { LIVE_CLOSE } from '@cairn/contract/api/live'
import { type ListedPlan, type PlanStatus, plansApi } from '@cairn/contract/api/plans'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { FakeApi } from '../test/fakeApi.ts'
import { FakeLive } from '../test/fakeLive.ts'
import { makeId, makePlan } from '../test/make.ts'
import { pageOf } from '../test/pages.ts'
import { openApp } from '../test/render.tsx'

/** A server with plans, as far as the list needs it. */
function serve(plans: ListedPlan[]) {
  let kept = plans
  let trash: ListedPlan[] = []
  const change = (id: string | undefined, patch: Partial<ListedPlan>) => {
    kept = kept.map((plan) => (plan.id === id ? { ...plan, ...patch } : plan))
    return kept.find((plan) => plan.id === id) ?? makePlan()
  }
  const api = new FakeApi()
    .on(plansApi.list, ({ query }) => {
      if (query.trash) return { reply: trash }
      const counts: Partial<Record<PlanStatus, number>> = {}
      for (const { status } of kept) counts[status] = (counts[status] ?? 0) + 1
      const { reply, headers } = pageOf(kept, query)
      return { reply, headers: { ...headers, 'x-status-counts': JSON.stringify(counts) } }
    })
    .on(plansApi.update, ({ params, body }) => ({ reply: change(params.planId, body as Partial<ListedPlan>) }))
    .on(plansApi.duplicate, ({ params }) => {
      const copy = { ...change(params.planId, {}), id: makeId(), title: 'Copy' }
      kept = [copy, ...kept]
      return { reply: copy }
    })
    .on(plansApi.delete, ({ params }) => {
      trash.push(
        ...kept
          .filter((plan) => plan.id === params.planId)
          .map((plan) => ({ ...plan, deleted_at: '2026-03-05T10:00:00.000Z' })),
      )
      kept = kept.filter((plan) => plan.id !== params.planId)
      return { reply: undefined }
    })
    .on(plansApi.restore, ({ params }) => {
      kept = [...trash.filter((plan) => plan.id === params.planId), ...kept]
      trash = trash.filter((plan) => plan.id !== params.planId)
      return { reply: change(params.planId, {}) }
    })
    .on(plansApi.favorite, ({ params }) => {
      change(params.planId, { is_favorite: true })
      return { reply: undefined }
    })
    .on(plansApi.markSeen, () => {
      kept = kept.map((plan) => ({ ...plan, is_new: false }))
      return { reply: undefined }
    })
    .on(plansApi.leave, ({ params }) => {
      kept = kept.filter((plan) => plan.id !== params.planId)
      return { reply: undefined }
    })
  return api
}

/** The requests for the list, without those for the trash. */
const listed = (api: FakeApi) => api.sentTo(plansApi.list).filter(({ query }) => !query.trash)

const titles = () =>
  within(screen.getByRole('list', { name: 'Plans' }))
    .getAllByRole('link')
    .map((link) => link.textContent)

async function openMenu(user: ReturnType<typeof openApp>['user'], title: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${title}` }))
  return screen.findByRole('menu')
}

it('renders with one request, then requests the trash', async () => {
  const api = serve([makePlan({ title: 'Alpha' }), makePlan({ title: 'Beta' })])
  openApp('/plans')

  expect(await screen.findByText('Loading your plans...')).toBeTruthy()
  expect(await screen.findByText('2 plans in your workspace')).toBeTruthy()

  expect(titles()).toEqual(['Alpha', 'Beta'])
  expect(api.requests.map(({ query }) => query)).toEqual([
    { page: '1', limit: '100', favorites_first: '1' },
    { page: '1', limit: '100', trash: '1' },
  ])
})

it('shows description, nodes, progress, status and link in a row', async () => {
  const plan = makePlan({ description: 'All of it', node_count: 24, progress: 42, status: 'active' })
  serve([plan, makePlan({ title: 'Empty one' })])
  openApp('/plans')

  const row = (await screen.findByText('Website relaunch')).closest('li') as HTMLElement

  expect(within(row).getByRole('link').getAttribute('href')).toBe(`/plans/${plan.id}`)
  expect(within(row).getByText('All of it')).toBeTruthy()
  expect(within(row).getAllByText('24 nodes')).not.toHaveLength(0)
  expect(within(row).getAllByText('42%')).not.toHaveLength(0)
  expect(within(row).getAllByText('Active')).not.toHaveLength(0)
  expect(screen.getAllByText('No nodes yet')).not.toHaveLength(0)
})

it('shows done and active counts in the grid, and stores the view', async () => {
  serve([makePlan({ node_count: 9, completed_count: 4, in_progress_count: 3 })])
  const { user } = openApp('/plans')

  await user.click(await screen.findByRole('radio', { name: 'Grid view' }))

  expect(screen.getByText('4 done')).toBeTruthy()
  expect(screen.getByText('3 active')).toBeTruthy()
  expect(localStorage.getItem('plans_view')).toBe('grid')
})

it('searches titles and descriptions, ignoring case', async () => {
  serve([
    makePlan({ title: 'Alpha' }),
    makePlan({ title: 'Beta', description: 'like ALPHA' }),
    makePlan({ title: 'Gamma' }),
  ])
  const { user } = openApp('/plans')

  const search = await screen.findByPlaceholderText('Search plans...')
  await user.type(search, 'alpha')
  expect(titles()).toEqual(['Alpha', 'Beta'])

  await user.type(search, 'zzz')
  expect(screen.getByText('No plans found')).toBeTruthy()
  expect(screen.getByText('Try adjusting your search or filters')).toBeTruthy()

  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(titles()).toEqual(['Alpha', 'Beta', 'Gamma'])

  await user.type(search, 'beta')
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(titles()).toEqual(['Alpha', 'Beta', 'Gamma'])
  expect(document.activeElement).toBe(search)
})

it('filters by status, each with its count', async () => {
  serve([
    makePlan({ title: 'A' }),
    makePlan({ title: 'B', status: 'completed' }),
    makePlan({ title: 'C', status: 'draft' }),
  ])
  const { user } = openApp('/plans')

  const completed = await screen.findByRole('radio', { name: 'Completed 1' })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'All 3' }).checked).toBe(true)
  await user.click(completed)

  expect(titles()).toEqual(['B'])
})

it('counts the visible plans, also before the server has confirmed a change', async () => {
  serve([makePlan({ title: 'Alpha' }), makePlan({ title: 'Beta' })]).on(
    plansApi.delete,
    () => new Promise(() => undefined),
  )
  const { user } = openApp('/plans')
  await openMenu(user, 'Alpha')

  await user.click(screen.getByRole('menuitem', { name: 'Delete' }))

  await screen.findByText('1 plan in your workspace')
  expect(screen.getByRole('radio', { name: 'Active 1' })).toBeTruthy()
})

it('searches beyond the first hundred plans', async () => {
  const many = Array.from({ length: 130 }, (_, index) => makePlan({ title: `Plan ${index + 1}` }))
  const api = serve(many)
  const { user } = openApp('/plans')
  expect(await screen.findByText('130 plans in your workspace')).toBeTruthy()
  expect(titles()).toHaveLength(100)

  await user.click(screen.getByPlaceholderText('Search plans...'))
  await user.paste('Plan 130')

  await waitFor(() => expect(titles()).toEqual(['Plan 130']))
  expect(listed(api).map(({ query }) => query.cursor)).toEqual([undefined, '100'])
})

it.each([
  ['Create with AI', '/plans/ai-create'],
  ['Create Manually', '/plans/new'],
])('links by %s to %s', async (name, path) => {
  serve([makePlan()])
  openApp('/plans')

  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(path)
})

it('shows users without plans two ways to create the first', async () => {
  serve([])
  const { here, user } = openApp('/plans')

  expect(await screen.findByText('Create your first plan to get started')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Start Your Planning Journey' })).toBeTruthy()
  expect(screen.queryByPlaceholderText('Search plans...')).toBeNull()
  expect(screen.getByRole('link', { name: /^AI-Powered Creation/ }).getAttribute('href')).toBe('/plans/ai-create')
  await user.click(screen.getByRole('link', { name: /^Manual Creation/ }))

  await waitFor(() => expect(here()).toBe('/plans/new'))
})

it.each([
  ['Product Launch', 'product-launch'],
  ['Team Project', 'team-project'],
  ['Sprint Planning', 'sprint-planning'],
  ['Growth Strategy', 'growth-strategy'],
])('creates a plan from the template %s with one click, and opens it', async (title, template) => {
  const plan = makePlan({ title })
  const api = serve([]).on(plansApi.create, () => ({ reply: plan }))
  const { here, user } = openApp('/plans')

  await user.click(await screen.findByRole('button', { name: new RegExp(`^${title}`) }))

  await waitFor(() => expect(here()).toBe(`/plans/${plan.id}`))
  expect(api.sentTo(plansApi.create).map(({ body }) => body)).toEqual([{ title, template }])
  expect(listed(api)).toHaveLength(1)
})

it('shows which template is being used, and why it failed', async () => {
  let answer = (_: { status: number; error: string; code: string }) => {}
  serve([]).on(plansApi.create, () => new Promise((resolve) => (answer = resolve)))
  const { user } = openApp('/plans')
  const example = await screen.findByRole<HTMLButtonElement>('button', { name: /^Team Project/ })

  await user.click(example)
  expect(example.getAttribute('aria-busy')).toBe('true')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Product Launch/ }).disabled).toBe(true)
  answer({ status: 503, error: 'The server is busy.', code: 'busy' })

  expect((await screen.findByRole('alert')).textContent).toBe('The server is busy.')
  expect(example.disabled).toBe(false)
})

it('does not show the welcome screen for a stale empty list', async () => {
  const plans: ListedPlan[] = []
  const api = serve(plans)
  const { router } = openApp('/plans')
  await screen.findByText('Start Your Planning Journey')
  await router.navigate('/plans/new')
  await screen.findByRole('heading', { name: 'Create Plan' })
  api.on(plansApi.list, () => ({ reply: [makePlan({ title: 'Made elsewhere' })] }))
  const welcomes = watch(() => screen.queryByText('Start Your Planning Journey') !== null)

  await router.navigate('/plans')

  await screen.findByText('Made elsewhere')
  expect(welcomes).not.toContain(true)
})

it('shows why the list failed, and retries', async () => {
  let fails = true
  const api = serve([makePlan()])
  const plans = makePlan({ title: 'Back again' })
  api.on(plansApi.list, () =>
    fails ? { status: 403, error: 'You may not.', code: 'forbidden' } : { reply: [plans], headers: {} },
  )
  const { user } = openApp('/plans')

  expect((await screen.findByRole('alert')).textContent).toContain('You may not.')
  fails = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByText('Back again')).toBeTruthy()
})

it('moves a plan to the trash and back', async () => {
  const api = serve([makePlan({ title: 'Alpha' }), makePlan({ title: 'Beta' })])
  const { user } = openApp('/plans')
  await openMenu(user, 'Alpha')
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }))

  await screen.findByText('“Alpha” moved to the trash')
  await waitFor(() => expect(titles()).toEqual(['Beta']))
  await user.click(screen.getByRole('button', { name: 'Undo' }))

  await waitFor(() => expect(titles()).toEqual(['Alpha', 'Beta']))
  expect(api.sentTo(plansApi.restore)).toHaveLength(1)
})

it('restores deleted plans after Undo has disappeared', async () => {
  serve([makePlan({ title: 'Alpha', node_count: 3 }), makePlan({ title: 'Beta' })])
  const { user } = openApp('/plans')
  await screen.findByText('Alpha')
  expect(screen.queryByRole('button', { name: 'Recently deleted' })).toBeNull()
  await openMenu(user, 'Alpha')
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
  await waitFor(() => expect(titles()).toEqual(['Beta']))

  await user.click(await screen.findByRole('button', { name: 'Recently deleted' }))
  const dialog = await screen.findByRole('dialog', { name: 'Recently deleted' })
  expect(within(dialog).getByText('Deleted plans are kept for 30 days.')).toBeTruthy()
  expect((await within(dialog).findByRole('listitem')).textContent).toMatch(/^Alpha3 nodes · deleted Mar 5/)
  await user.click(within(dialog).getByRole('button', { name: 'Restore Alpha' }))

  await within(dialog).findByText('No deleted plans')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(titles()).toEqual(['Alpha', 'Beta']))
})

it('deletes a plan in the trash permanently after one confirmation', async () => {
  let inTrash = [makePlan({ title: 'Alpha' })]
  const api = serve([])
    .on(plansApi.list, ({ query }) => ({ reply: query.trash ? inTrash : [] }))
    .on(plansApi.purge, () => {
      inTrash = []
      return { reply: undefined }
    })
  const { user } = openApp('/plans')
  await user.click(await screen.findByRole('button', { name: 'Recently deleted' }))

  await user.click(await screen.findByRole('button', { name: 'Delete Alpha permanently' }))
  await user.click(screen.getByRole('button', { name: 'Keep' }))
  expect(api.sentTo(plansApi.purge)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Delete Alpha permanently' }))
  await user.click(screen.getByRole('button', { name: 'Delete permanently' }))

  await screen.findByText('No deleted plans')
})

it('shows why deleted plans could not be loaded or restored', async () => {
  let fails = true
  const plan = makePlan({ title: 'Alpha' })
  serve([])
    .on(plansApi.list, ({ query }) => {
      if (!query.trash) return { reply: [] }
      return fails ? { status: 403, error: 'You may not.', code: 'forbidden' } : { reply: [plan] }
    })
    .on(plansApi.restore, () => ({ status: 500, error: 'Something went wrong.', code: 'internal' }))
  const { user } = openApp('/plans')

  await user.click(await screen.findByRole('button', { name: 'Recently deleted' }))
  expect((await screen.findByRole('alert')).textContent).toContain('You may not.')
  fails = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await user.click(await screen.findByRole('button', { name: 'Restore Alpha' }))

  await screen.findByText('Something went wrong.')
})

it('moves the focus to a neighbor when the focused row disappears', async () => {
  serve([makePlan({ title: 'Alpha' }), makePlan({ title: 'Beta' }), makePlan({ title: 'Gamma' })])
  const { user } = openApp('/plans')
  const remove = async (title: string) => {
    await openMenu(user, title)
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
  }
  const focused = () => document.activeElement?.textContent

  await remove('Beta')
  await waitFor(() => expect(focused()).toBe('Gamma'))
  await remove('Gamma')
  await waitFor(() => expect(focused()).toBe('Alpha'))
  await remove('Alpha')
  await waitFor(() => expect(focused()).toBe('My Plans'))
})

it('shows and focuses the plan again when it could not be deleted', async () => {
  const api = serve([makePlan({ title: 'Alpha' }), makePlan({ title: 'Beta' })]).on(plansApi.delete, () => ({
    status: 500,
    error: 'Something went wrong.',
    code: 'internal',
  }))
  const answer = api.hold(plansApi.delete)
  const { user } = openApp('/plans')
  await openMenu(user, 'Alpha')

  await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Beta'))
  answer()

  await screen.findByText('Something went wrong.')
  await waitFor(() => expect(titles()).toEqual(['Alpha', 'Beta']))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Alpha'))
})

it('renames a plan', async () => {
  const api = serve([makePlan({ title: 'Alpha' })])
  const { user } = openApp('/plans')
  await openMenu(user, 'Alpha')
  await user.click(screen.getByRole('menuitem', { name: 'Rename…' }))

  const title = await screen.findByLabelText('Title')
  await user.clear(title)
  await user.type(title, ' Omega {Enter}')

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(titles()).toEqual(['Omega'])
  expect(api.sentTo(plansApi.update)[0]?.body).toEqual({ title: 'Omega' })
})

it('returns the focus to the menu button when a dialog closes', async () => {
  serve([makePlan({ title: 'Alpha' })])
  const { user } = openApp('/plans')
  await openMenu(user, 'Alpha')
  await user.click(screen.getByRole('menuitem', { name: 'Rename…' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Title')))

  await user.keyboard('{Escape}')

  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Actions for Alpha'))
})

it('archives a plan, with Undo', async () => {
  serve([makePlan({ title: 'Alpha', status: 'completed' })])
  const { user } = openApp('/plans')
  await openMenu(user, 'Alpha')
  await user.click(screen.getByRole('menuitem', { name: 'Archive' }))

  await screen.findByText('“Alpha” is now archived')
  expect(screen.getByText('1 archived plan hidden from All.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show archived' }))
  expect(screen.getAllByText('Archived')).not.toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'Undo' }))

  await waitFor(() => expect(screen.queryByText('Archived')).toBeNull())
})

it('duplicates a plan', async () => {
  serve([makePlan({ title: 'Alpha' })])
  const { user } = openApp('/plans')
  await openMenu(user, 'Alpha')

  await user.click(screen.getByRole('menuitem', { name: 'Duplicate' }))

  await waitFor(() => expect(titles()).toEqual(['Copy', 'Alpha']))
})

it('shows viewers only what they may do, and lets them leave', async () => {
  serve([makePlan({ title: 'Alpha', role: 'viewer', owner: { id: makeId(), name: 'Björn' } })])
  const { user } = openApp('/plans')
  expect(await screen.findByText('Shared by Björn · Viewer')).toBeTruthy()

  const menu = await openMenu(user, 'Alpha')
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map((item) => item.textContent),
  ).toEqual(['Open', 'Duplicate', 'Leave plan…'])
  await user.click(screen.getByRole('menuitem', { name: 'Leave plan…' }))
  await user.click(await screen.findByRole('button', { name: 'Leave plan' }))

  await screen.findByText('Start Your Planning Journey')
})

it('keeps search, filter and order in the URL, and resets them from My Plans', async () => {
  serve([
    makePlan({ title: 'Beta', status: 'completed' }),
    makePlan({ title: 'Alpha', status: 'completed' }),
    makePlan({ title: 'Gamma' }),
  ])
  const { here, user } = openApp('/plans?status=completed&sort=title')

  await screen.findByText('Alpha')
  expect(titles()).toEqual(['Alpha', 'Beta'])
  await user.type(screen.getByPlaceholderText('Search plans...'), 'bet')
  expect(titles()).toEqual(['Beta'])
  await waitFor(() => expect(here()).toBe('/plans?q=bet&status=completed&sort=title'))

  await user.click(screen.getByRole('link', { name: 'My Plans' }))
  await waitFor(() => expect(titles()).toEqual(['Beta', 'Alpha', 'Gamma']))
  expect(here()).toBe('/plans')
})

it('sorts favorite plans first', async () => {
  serve([makePlan({ title: 'Alpha' }), makePlan({ title: 'Beta' })])
  const { user } = openApp('/plans')

  await user.click(await screen.findByRole('button', { name: 'Favorite: Beta' }))

  await waitFor(() => expect(titles()).toEqual(['Beta', 'Alpha']))
  expect(screen.getByRole('button', { name: 'Favorite: Beta' }).getAttribute('aria-pressed')).toBe('true')
})

it('moves between plans by J, K and arrow keys, and opens search, a new plan and help by one key', async () => {
  serve([makePlan({ title: 'Alpha' }), makePlan({ title: 'Beta' }), makePlan({ title: 'Gamma' })])
  const { here, user } = openApp('/plans')
  await screen.findByText('Alpha')
  const focused = () => document.activeElement?.textContent

  const walked: unknown[] = []
  for (const key of ['j', 'j', '{ArrowDown}', '{ArrowDown}', 'k', '{ArrowUp}']) {
    await user.keyboard(key)
    walked.push(focused())
  }
  expect(walked).toEqual(['Alpha', 'Beta', 'Gamma', 'Gamma', 'Beta', 'Alpha'])

  await user.keyboard('/')
  const search = screen.getByPlaceholderText('Search plans...')
  expect(document.activeElement).toBe(search)
  await user.keyboard('jc?')
  expect(search).toHaveProperty('value', 'jc?')
  await user.keyboard('{Escape}')
  search.blur()

  await user.keyboard('?')
  const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(within(help).getByText('Next plan')).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.keyboard('c')
  await waitFor(() => expect(here()).toBe('/plans/new'))
})

it('archives and deletes selected plans as the roles allow, with one Undo', async () => {
  const api = serve([
    makePlan({ title: 'Alpha' }),
    makePlan({ title: 'Beta', status: 'completed' }),
    makePlan({ title: 'Theirs', role: 'viewer', owner: { id: makeId(), name: 'Björn' } }),
  ])
  const { user } = openApp('/plans')
  await screen.findByText('Alpha')

  await user.keyboard('jxjx')
  await user.click(screen.getByRole('checkbox', { name: 'Select Theirs' }))
  const bar = within(screen.getByRole('toolbar', { name: 'Selected plans' }))
  expect(bar.getByText('3 selected')).toBeTruthy()
  expect(bar.getByRole('button', { name: 'Archive 2' })).toBeTruthy()
  await user.click(bar.getByRole('button', { name: 'Delete 2' }))

  await waitFor(() => expect(titles()).toEqual(['Theirs']))
  expect(screen.queryByRole('toolbar', { name: 'Selected plans' })).toBeNull()
  await screen.findByText('2 plans moved to the trash')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(titles()).toHaveLength(3))
  expect(api.sentTo(plansApi.restore)).toHaveLength(2)
})

it('shows one toast when several plans could not be deleted', async () => {
  serve([makePlan({ title: 'Alpha' }), makePlan({ title: 'Beta' })]).on(plansApi.delete, () => ({
    status: 500,
    error: 'Something went wrong.',
    code: 'internal',
  }))
  const { user } = openApp('/plans')
  await screen.findByText('Alpha')
  await user.keyboard('jxjx')

  await user.click(screen.getByRole('button', { name: 'Delete' }))

  expect(await screen.findAllByText('Something went wrong.')).toHaveLength(1)
  await waitFor(() => expect(titles()).toEqual(['Alpha', 'Beta']))
})

it('shows one toast and the archived plans when Undo of archiving several fails for one status', async () => {
  const api = serve([
    makePlan({ title: 'Alpha', status: 'completed' }),
    makePlan({ title: 'Beta', status: 'completed' }),
    makePlan({ title: 'Gamma', status: 'draft' }),
  ])
  const works = api.handlerOf(plansApi.update)
  const { user } = openApp('/plans')
  await screen.findByText('Alpha')
  await user.keyboard('jxjxjx')
  await user.click(screen.getByRole('button', { name: 'Archive' }))
  await screen.findByText('3 plans archived')

  api.on(plansApi.update, (request) =>
    (request.body as Partial<ListedPlan>).status === 'completed'
      ? { status: 500, error: 'Something went wrong.', code: 'internal' }
      : works(request),
  )
  await user.click(screen.getByRole('button', { name: 'Undo' }))

  expect(await screen.findAllByText('Something went wrong.')).toHaveLength(1)
  await waitFor(() => expect(titles()).toEqual(['Gamma']))
  expect(
    api
      .sentTo(plansApi.update)
      .slice(3)
      .map(({ body }) => body),
  ).toEqual([{ status: 'draft' }, { status: 'completed' }, { status: 'completed' }])
})

const SHARED = {
  role: 'viewer',
  owner: { id: makeId(), name: 'Björn' },
  shared_at: '2026-03-03T00:00:00.000Z',
} as const

it('announces plans shared since the last visit until dismissed', async () => {
  const api = serve([makePlan({ title: 'Known', ...SHARED }), makePlan({ title: 'Fresh', ...SHARED, is_new: true })])
  const { user } = openApp('/plans')

  const inbox = await screen.findByRole('region', { name: 'Shared with you' })
  expect(inbox.textContent).toBe('Björn shared Fresh with you')
  await user.click(within(inbox).getByRole('button', { name: 'Dismiss' }))

  await waitFor(() => expect(screen.queryByRole('region', { name: 'Shared with you' })).toBeNull())
  expect(api.sentTo(plansApi.markSeen).map(({ body }) => body)).toEqual([{ until: SHARED.shared_at }])
})

it('keeps announcing shared plans until the server knows they were seen', async () => {
  serve([makePlan({ title: 'Fresh', ...SHARED, is_new: true })]).on(plansApi.markSeen, () => ({
    status: 503,
    error: 'The server is away.',
    code: 'unavailable',
  }))
  const { router, user } = openApp('/plans')

  await user.click(await screen.findByRole('button', { name: 'Dismiss' }))

  expect(await screen.findByText('The server is away.')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Shared with you' })).toBeTruthy()
  await router.navigate('/plans/new')
  await router.navigate('/plans')
  expect(await screen.findByRole('region', { name: 'Shared with you' })).toBeTruthy()
  await router.navigate('/plans/new')
})

it('marks shared plans as seen when leaving the page', async () => {
  const api = serve([makePlan({ title: 'Fresh', ...SHARED, is_new: true })])
  const { router } = openApp('/plans')
  await screen.findByRole('region', { name: 'Shared with you' })
  expect(api.sentTo(plansApi.markSeen)).toEqual([])

  await router.navigate('/plans/new')

  await waitFor(() => expect(api.sentTo(plansApi.markSeen)).toHaveLength(1))
})

/** A live channel at the same revision of the list as the API. */
function followed(api: FakeApi): FakeLive {
  const live = new FakeLive(api)
  const list = api.handlerOf(plansApi.list)
  api.on(plansApi.list, async (request) => {
    const state = live.plansState
    const answer = await list(request)
    return 'reply' in answer ? { ...answer, headers: { ...answer.headers, 'x-plans-state': state } } : (answer as never)
  })
  return live
}

describe('with the live channel', () => {
  it('refetches the list only at another revision', async () => {
    const plans = [makePlan({ title: 'Alpha' })]
    const api = serve(plans)
    const live = followed(api)
    openApp('/plans')
    await screen.findByText('1 plan in your workspace')
    await waitFor(() => expect(live.heard).toEqual([{ type: 'subscribe_plans' }]))
    expect(listed(api)).toHaveLength(1)

    plans.push(makePlan({ title: 'Beta' }))
    live.changePlans('second')
    await screen.findByText('2 plans in your workspace')
    expect(listed(api)).toHaveLength(2)
    live.changePlans('third')
    await waitFor(() => expect(listed(api)).toHaveLength(3))
  })

  it('refetches a list that was loading when it changed', async () => {
    const plans = [makePlan({ title: 'Alpha' })]
    const api = serve(plans)
    const live = followed(api)
    const answer = api.hold(plansApi.list)
    openApp('/plans')
    await waitFor(() => expect(live.heard).toEqual([{ type: 'subscribe_plans' }]))

    live.say({ type: 'plans', state: 'second' })
    answer()

    await screen.findByText('Alpha')
    await waitFor(() => expect(listed(api)).toHaveLength(2))
  })

  it('compares the revision of the list again after a lost connection', async () => {
    const api = serve([makePlan({ title: 'Alpha' })])
    const live = followed(api)
    openApp('/plans')
    await screen.findByText('Alpha')
    await waitFor(() => expect(live.heard).toHaveLength(1))

    live.close(LIVE_CLOSE.restarting)
    live.plansState = 'second'

    await waitFor(() => expect(listed(api)).toHaveLength(2), { timeout: 3_000 })
  })
})

/** Records each value shown from now on. */
function watch<T>(read: () => T): T[] {
  const seen: T[] = []
  new MutationObserver(() => seen.push(read())).observe(document.body, { subtree: true, childList: true })
  return seen
}

import { LIVE_CLOSE } from '@cairn/contract/api/live'
import { plansApi } from '@cairn/contract/api/plans'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { FakeApi } from '../test/fakeApi.ts'
import { FakeLive } from '../test/fakeLive.ts'
import { makePlan } from '../test/make.ts'
import { listed, openMenu, serve, titles } from '../test/plansList.ts'
import { openApp } from '../test/render.tsx'

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

it('shows a hundred more plans at a time, also of those that are loaded', async () => {
  const api = serve(Array.from({ length: 130 }, (_, index) => makePlan({ title: `Plan ${index + 1}` })))
  const { user } = openApp('/plans?sort=created')
  await waitFor(() => expect(listed(api)).toHaveLength(2), { timeout: 20_000 })
  const more = await screen.findByRole('button', { name: 'Load more plans' })
  await waitFor(() => expect(more.getAttribute('aria-disabled')).not.toBe('true'), { timeout: 20_000 })
  expect(titles()).toHaveLength(100)

  await user.click(more)

  expect(titles()).toHaveLength(130)
  expect(more.isConnected).toBe(false)
  expect(document.activeElement?.textContent).toBe('All loaded')
  expect(listed(api)).toHaveLength(2)
})

it('keeps the plans it has if a search fails to load the others, and does not repeat the call by itself', async () => {
  const many = Array.from({ length: 130 }, (_, index) => makePlan({ title: `Plan ${index + 1}` }))
  const api = serve(many)
  const { user } = openApp('/plans')
  expect(await screen.findByText('130 plans in your workspace')).toBeTruthy()
  api.on(plansApi.list, () => ({ status: 429, error: 'Too many requests.', code: 'rate_limited' }))

  await user.click(screen.getByPlaceholderText('Search plans...'))
  await user.paste('Plan 1')

  expect((await screen.findByRole('alert')).textContent).toBe('Too many requests.')
  expect(titles()).toContain('Plan 100')
  serve(many)
  await user.click(screen.getByRole('button', { name: 'Load more plans' }))
  await waitFor(() => expect(titles()).toContain('Plan 130'))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(listed(api)).toHaveLength(2)
})

it.each([
  ['Create with AI', '/plans/ai-create'],
  ['Create Manually', '/plans/new'],
])('links by %s to %s', async (name, path) => {
  serve([makePlan()])
  openApp('/plans')

  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(path)
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

it('keeps search, filter and order in the URL, and resets them from My Plans', async () => {
  serve([
    makePlan({ title: 'Beta', status: 'completed' }),
    makePlan({ title: 'Alpha', status: 'completed' }),
    makePlan({ title: 'Gamma' }),
  ])
  const { here, router, user } = openApp('/plans?status=completed&sort=title')

  await screen.findByText('Alpha')
  expect(titles()).toEqual(['Alpha', 'Beta'])
  await user.type(screen.getByPlaceholderText('Search plans...'), 'bet')
  expect(titles()).toEqual(['Beta'])
  await waitFor(() => expect(here()).toBe('/plans?q=bet&status=completed&sort=title'))

  await user.click(screen.getByRole('link', { name: 'My Plans' }))
  await waitFor(() => expect(titles()).toEqual(['Beta', 'Alpha', 'Gamma']))
  expect(here()).toBe('/plans')

  await act(() => router.navigate(-1))
  await waitFor(() => expect(titles()).toEqual(['Beta']))
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

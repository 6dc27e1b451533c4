import { edgesApi } from '@cairn/contract/api/edges'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { OUTLINE, open, row, rows } from '../../test/planTree.ts'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

describe('the tree', () => {
  it('shows matches with their ancestors. Ctrl+F focuses the search, Escape clears it', async () => {
    const { user } = await open(new FakePlan(OUTLINE))
    await row('Research')

    await user.keyboard('{Control>}f{/Control}audit')
    await waitFor(() => expect(rows()).toEqual(['Research', '  Audit content']))
    expect(screen.getByText('Audit', { selector: 'mark' })).toBeTruthy()
    await user.keyboard('xyz')
    expect(await screen.findByText('No nodes found')).toBeTruthy()
    await user.keyboard('{Escape}')

    await waitFor(() => expect(rows().length).toBe(5))
  })

  it('opens the first match of a search with Enter', async () => {
    const { user } = await open(new FakePlan(OUTLINE))
    await row('Research')

    await user.keyboard('{Control>}f{/Control}audit')
    await waitFor(() => expect(rows()).toEqual(['Research', '  Audit content']))
    await user.keyboard('{Enter}')

    expect(await screen.findByRole('region', { name: 'Audit content' })).toBeTruthy()
    expect(document.activeElement).toBe(await row('Audit content'))
  })

  it('keeps its filters in the URL, and shows the number of matches', async () => {
    const plan = new FakePlan(OUTLINE)
    Object.assign(plan.node('Build'), { due_date: '2020-01-01' })
    const { user, router } = await open(plan, '?due=week,overdue')
    await waitFor(() => expect(rows()).toEqual(['Build']))
    expect(screen.getByText('1 match').getAttribute('role')).toBe('status')

    await user.click(screen.getByRole('button', { name: 'Filter (2 active)' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Me' }))
    await waitFor(() => expect(screen.getByText('0 matches')).toBeTruthy())
    await waitFor(() => expect(new URLSearchParams(router.state.location.search).get('assignee')).toBe('me'))
    await user.click(
      within(screen.getByRole('dialog', { name: 'Filter nodes' })).getByRole('button', { name: 'Clear filters' }),
    )

    await waitFor(() => expect(rows()).toHaveLength(5))
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(screen.getByRole('dialog', { name: 'Filter nodes' }).contains(document.activeElement)).toBe(true)
  })

  it('names each condition of the filter, and removes them one by one or all at once', async () => {
    const { user, router } = await open(new FakePlan(OUTLINE), '?status=not_started&assignee=none&waiting=1')
    const chips = async () =>
      within(await screen.findByRole('list', { name: 'Filters' }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent)
    expect(await chips()).toEqual(['Not started', 'Assigned to no one', 'Waiting'])

    await user.click(screen.getByRole('button', { name: 'Remove filter: Waiting' }))
    expect(await chips()).toEqual(['Not started', 'Assigned to no one'])
    expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Filters' }))
    await user.click(screen.getByRole('button', { name: 'Clear' }))

    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filter' }))
  })

  it('moves the focus to the search when its filters are cleared because nothing matches', async () => {
    const { user } = await open(new FakePlan(OUTLINE), '?due=week')
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))

    await waitFor(() => expect(rows()).toHaveLength(5))
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search nodes' }))
  })

  it('says that the dependencies failed to load if a filter needs them', async () => {
    const plan = new FakePlan(OUTLINE)
    const answer = plan.api.handlerOf(edgesApi.list)
    plan.api.on(edgesApi.list, () => ({ status: 403, error: 'You may not.', code: 'forbidden' }))
    const { user } = await open(plan, '?waiting=1')
    await screen.findByText('Dependencies, which this filter needs, failed to load')
    expect(screen.queryByText('No nodes found')).toBeNull()

    plan.api.on(edgesApi.list, answer)
    await user.click(screen.getByRole('button', { name: 'Try again' }))

    await screen.findByText('No nodes found')
  })

  it('filters by status and type', async () => {
    const { user } = await open(new FakePlan(OUTLINE))
    await row('Research')

    await user.click(screen.getByRole('button', { name: 'Filter' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Blocked' }))
    expect(await screen.findByText('No nodes found')).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: 'Not started' }))

    await waitFor(() => expect(rows().length).toBe(5))
  })

  it('shows due dates and counts, and stores when they are off', async () => {
    const plan = new FakePlan(OUTLINE)
    Object.assign(plan.node('Build'), { due_date: '2026-03-09', comment_count: 2, artifact_count: 1 })
    const { router, user } = await open(plan)
    const told = async () => {
      const { queryByTitle, queryByLabelText } = within(await row('Build'))
      return [queryByTitle(/^(Due|Overdue)/), queryByLabelText('2 comments'), queryByLabelText('1 file')]
    }
    expect(await told()).not.toContain(null)
    const toggle = () => screen.getByRole('button', { name: 'Details' })
    expect(toggle().getAttribute('aria-pressed')).toBe('true')

    await user.click(toggle())
    expect(await told()).toEqual([null, null, null])
    const build = within(await row('Build'))
    expect(build.getByRole('button', { name: 'Status: Not started' }).textContent).toBe('')
    expect(build.getByRole('progressbar', { name: 'Progress of Build' })).toBeTruthy()

    await router.navigate('/plans/new')
    await screen.findByRole('heading', { name: 'Create Plan' })
    await router.navigate(`/plans/${plan.plan.id}`)
    expect(await told()).toEqual([null, null, null])
    await user.click(toggle())
    expect(await told()).not.toContain(null)
  })

  it('collapses and expands all, and stores what is collapsed', async () => {
    const plan = new FakePlan(OUTLINE)
    const { user } = await open(plan)
    await row('Research')

    await user.click(screen.getByRole('button', { name: 'Collapse all' }))
    expect(rows()).toEqual(['Research', 'Build'])

    await waitFor(() => expect(localStorage.getItem(`tree_expansion:${plan.plan.id}`)).toContain('"depth":0'))
    await user.click(screen.getByRole('button', { name: 'Expand all' }))
    expect(rows().length).toBe(5)
  })

  it('stores what is collapsed just before leaving the page', async () => {
    const plan = new FakePlan(OUTLINE)
    const { user } = await open(plan)
    await row('Research')

    await user.click(screen.getByRole('button', { name: 'Collapse all' }))
    window.dispatchEvent(new Event('pagehide'))

    expect(localStorage.getItem(`tree_expansion:${plan.plan.id}`)).toContain('"depth":0')
  })

  it('keeps the root expanded when all is collapsed', async () => {
    const plan = new FakePlan('Launch\n  Research\n    Audit content\n  Build')
    plan.node('Launch').node_type = 'root'
    const { user } = await open(plan)
    await row('Research')

    await user.click(screen.getByRole('button', { name: 'Collapse all' }))

    expect(rows()).toEqual(['Launch', '  Research', '  Build'])
  })
})

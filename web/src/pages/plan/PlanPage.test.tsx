import { nodesApi } from '@cairn/contract/api/nodes'
import { plansApi } from '@cairn/contract/api/plans'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { makeId } from '../../test/make.ts'
import { openApp } from '../../test/render.tsx'
import { inWideWindow } from '../../test/wideWindow.ts'

const OUTLINE = 'Research\n  Interview customers\n  Audit content\nBuild\n  Implement pages'

/** Returns the visible tree as text. */
const rows = () =>
  screen
    .queryAllByRole('treeitem')
    .map(
      (row) =>
        `${'  '.repeat(Number(row.getAttribute('aria-level')) - 1)}${row.getAttribute('aria-label')?.replace(/, .*/, '')}`,
    )

const row = (title: string) => screen.findByRole('treeitem', { name: new RegExp(`^${title},`) })

async function open(plan: FakePlan, search = '') {
  localStorage.setItem(`layout_mode:${plan.plan.id}`, 'tree')
  localStorage.setItem('tour_skipped', 'true')
  const app = openApp(`/plans/${plan.plan.id}${search}`)
  await screen.findByRole('heading', { name: plan.plan.title })
  await waitFor(() => expect(plan.live.heard.length).toBeGreaterThan(0))
  return app
}

inWideWindow()

describe('opening a plan', () => {
  it('shows the tree with its progress, and subscribes from its revision', async () => {
    const plan = new FakePlan(OUTLINE)
    await open(plan)

    await row('Research')

    expect(rows()).toEqual(['Research', '  Interview customers', '  Audit content', 'Build', '  Implement pages'])
    expect(screen.getByRole('progressbar', { name: 'Plan progress' }).getAttribute('aria-valuenow')).toBe('0')
    expect(plan.live.heard).toEqual([{ type: 'subscribe', plan_id: plan.plan.id, since: 1, epoch: 'first' }])
  })

  it('requests plan and nodes while the code of the page loads, and only once', async () => {
    const plan = new FakePlan(OUTLINE)
    const asked = () => [plansApi.get, nodesApi.list].map((endpoint) => plan.api.sentTo(endpoint).length)
    const opened = open(plan)
    const before = asked()

    await opened
    await row('Research')

    expect(before).toEqual([1, 1])
    expect(asked()).toEqual([1, 1])
  })

  it('shows immediately that a plan is not found, whether it is missing or not accessible', async () => {
    const plan = new FakePlan('')
    plan.api.on(plansApi.get, () => ({ status: 404, error: 'Plan not found', code: 'plan_not_found' }))
    openApp(`/plans/${makeId()}`)

    await screen.findByRole('heading', { name: 'Plan not found' })

    expect(screen.getByText("The requested plan doesn't exist or you don't have access.")).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to My Plans' }).getAttribute('href')).toBe('/plans')
    expect(plan.api.sentTo(plansApi.get).length).toBe(1)
  })

  it('shows a welcome for an empty plan, and creates the first node', async () => {
    const plan = new FakePlan('')
    const { user } = await open(plan)
    expect(await screen.findByText('No nodes in this plan yet')).toBeTruthy()

    await user.click(await screen.findByRole('button', { name: 'Create Your First Node' }))
    const dialog = await screen.findByRole('dialog', { name: 'Create New Node' })
    await user.type(within(dialog).getByLabelText('Title'), 'Phase one{Enter}')

    await waitFor(async () => expect(document.activeElement).toBe(await row('Phase one')))
    expect(plan.api.sentTo(nodesApi.create)[0]?.body).toEqual({
      title: 'Phase one',
      node_type: 'phase',
      parent_id: null,
      order_index: null,
    })
  })

  it('fills an empty plan from a template, and focuses its root', async () => {
    const plan = new FakePlan('')
    const { user } = await open(plan)

    await user.click(await screen.findByRole('button', { name: /^Team Project/ }))

    await waitFor(async () => expect(document.activeElement).toBe(await row(plan.plan.title)))
    expect(rows()).toEqual([plan.plan.title, '  Kick-off', '  Hand-over'])
    expect(plan.api.sentTo(plansApi.applyTemplate).map(({ body }) => body)).toEqual([{ template: 'team-project' }])
    expect(plan.api.sentTo(nodesApi.list)).toHaveLength(1)
    expect(plan.api.sentTo(plansApi.get)).toHaveLength(1)
  })

  it('fills it without live updates too', async () => {
    const plan = new FakePlan('')
    const { user } = await open(plan)
    act(() => plan.live.close(1012))

    await user.click(await screen.findByRole('button', { name: /^Team Project/ }))

    await row('Kick-off')
    expect(rows()).toEqual([plan.plan.title, '  Kick-off', '  Hand-over'])
  })

  it('shows why a template could not be applied, and accepts another', async () => {
    const plan = new FakePlan('')
    plan.api.on(plansApi.applyTemplate, () => ({
      status: 409,
      error: 'This plan already has nodes.',
      code: 'plan_not_empty',
    }))
    const { user } = await open(plan)

    await user.click(await screen.findByRole('button', { name: /^Sprint Planning/ }))

    expect((await screen.findByRole('alert')).textContent).toBe('This plan already has nodes.')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Sprint Planning/ }).disabled).toBe(false)
  })

  it('shows an empty plan to a viewer without any actions', async () => {
    await open(new FakePlan('', { role: 'viewer' }))

    await screen.findByText('No nodes in this plan yet')

    expect(screen.queryByRole('button', { name: 'Create Your First Node' })).toBeNull()
    expect(screen.queryByText('Start from a template')).toBeNull()
  })

  it('hides actions that a viewer may not use', async () => {
    await open(new FakePlan(OUTLINE, { role: 'viewer' }), '')
    await row('Research')

    expect(screen.queryByRole('button', { name: 'Add Node' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^(Status|Actions for)/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Plan status/ })).toBeNull()
    expect(screen.getByRole('button', { name: 'Share' })).toBeTruthy()
  })

  it('renames the plan in place', async () => {
    const plan = new FakePlan('')
    const { user } = await open(plan)

    await user.click(screen.getByRole('button', { name: plan.plan.title }))
    await user.clear(screen.getByLabelText('Plan title'))
    await user.keyboard('New name{Enter}')

    await screen.findByRole('heading', { name: 'New name' })
    expect(plan.api.sentTo(plansApi.update)[0]?.body).toEqual({ title: 'New name' })
  })

  it('keeps someone else’s new title of the plan, unless another was typed', async () => {
    const plan = new FakePlan('')
    const { user } = await open(plan)
    await user.click(screen.getByRole('button', { name: plan.plan.title }))

    act(() => plan.happen('plan.updated', null, { before: {}, after: { title: 'Theirs', version: 2 } }))
    await user.keyboard('{Enter}')

    await screen.findByRole('button', { name: 'Theirs' })
    expect(plan.api.sentTo(plansApi.update)).toEqual([])
  })
})

describe('the tree', () => {
  it('can be built by keyboard alone', async () => {
    const plan = new FakePlan('First')
    const { user } = await open(plan)
    act(() => screen.getByRole('treeitem').focus())

    await user.keyboard('{F2}Phase one{Enter}')
    await screen.findByLabelText('New node title')
    await user.keyboard('{Tab}Task A{Enter}')
    await row('Task A')
    await user.keyboard('Task B{Enter}')
    await row('Task B')
    await user.keyboard('{Shift>}{Tab}{/Shift}Phase two{Enter}')
    await row('Phase two')
    await user.keyboard('{Escape}')

    expect(plan.outline).toEqual(['Phase one', '  Task A', '  Task B', 'Phase two'])
    expect(rows()).toEqual(plan.outline)
  })

  it('accepts typing that is faster than the server', async () => {
    const plan = new FakePlan('First')
    const release = plan.api.hold(nodesApi.create)
    const { user } = await open(plan)
    act(() => screen.getByRole('treeitem').focus())

    await user.keyboard('{F2}{Enter}Phase{Enter}{Tab}Task A{Enter}Task B{Enter}{Shift>}{Tab}{/Shift}Next{Enter}half')
    expect(plan.outline).toEqual(['First'])
    release()

    await row('Next')
    expect(plan.outline).toEqual(['First', 'Phase', '  Task A', '  Task B', 'Next'])
    expect(rows()).toEqual(plan.outline)
    const field = screen.getByLabelText<HTMLInputElement>('New node title')
    expect(field.value).toBe('half')
    expect(document.activeElement).toBe(field)
  })

  it('Escape moves the focus to the node that is being created, unless the focus has moved on', async () => {
    const plan = new FakePlan('First\nSecond')
    let release = plan.api.hold(nodesApi.create)
    const { user } = await open(plan)
    const focused = () => document.activeElement?.getAttribute('aria-label')?.replace(/, .*/, '')
    act(() => screen.getByRole('treeitem', { name: /^Second,/ }).focus())

    await user.keyboard('{F2}{Enter}Third{Enter}{Escape}')
    expect(focused()).toBe('Second')
    release()
    await row('Third')
    await waitFor(() => expect(focused()).toBe('Third'))

    release = plan.api.hold(nodesApi.create)
    await user.keyboard('{F2}{Enter}Fourth{Enter}{Escape}{Home}')
    release()
    await row('Fourth')
    expect(focused()).toBe('First')
  })

  it('restores all typed titles when the server rejects the first', async () => {
    const plan = new FakePlan('First')
    plan.api.on(nodesApi.create, () => ({ status: 400, error: 'A plan is at most 100 levels deep.', code: 'too_deep' }))
    const release = plan.api.hold(nodesApi.create)
    const { user } = await open(plan)
    act(() => screen.getByRole('treeitem').focus())

    await user.keyboard('{F2}{Enter}Second{Enter}Third{Enter}Fou')
    release()

    await screen.findByText('A plan is at most 100 levels deep.')
    expect((await screen.findByLabelText<HTMLInputElement>('New node title')).value).toBe('Second, Third, Fou')
    expect(plan.api.sentTo(nodesApi.create)).toHaveLength(1)
  })

  it('keeps the title of a node that the server rejects', async () => {
    const plan = new FakePlan('First')
    plan.api.on(nodesApi.create, () => ({ status: 400, error: 'A plan is at most 100 levels deep.', code: 'too_deep' }))
    const { user } = await open(plan)
    act(() => screen.getByRole('treeitem').focus())

    await user.keyboard('{F2}{Enter}Second{Enter}')

    await screen.findByText('A plan is at most 100 levels deep.')
    expect((await screen.findByLabelText<HTMLInputElement>('New node title')).value).toBe('Second')
  })

  it('moves the focus with arrow keys, and rows with Alt and arrow keys', async () => {
    const plan = new FakePlan(OUTLINE)
    const { user } = await open(plan)
    const focused = () => document.activeElement?.getAttribute('aria-label')?.replace(/, .*/, '')
    const research = await row('Research')
    act(() => research.focus())

    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(focused()).toBe('Audit content')
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await waitFor(() =>
      expect(plan.outline.slice(0, 3)).toEqual(['Research', '  Audit content', '  Interview customers']),
    )
    await user.keyboard('{Alt>}{ArrowLeft}{/Alt}')
    await waitFor(() =>
      expect(plan.outline.slice(0, 3)).toEqual(['Research', '  Interview customers', 'Audit content']),
    )
    expect(focused()).toBe('Audit content')

    await user.keyboard('{Home}{ArrowLeft}')
    expect(rows()).toEqual(['Research', 'Audit content', 'Build', '  Implement pages'])
    await user.keyboard('{ArrowRight}{End}')
    expect(focused()).toBe('Implement pages')
    await user.keyboard('{ArrowLeft}')
    expect(focused()).toBe('Build')
  })

  it('keeps someone else’s new title of a node, unless another was typed', async () => {
    const plan = new FakePlan('First')
    const { user } = await open(plan)
    act(() => screen.getByRole('treeitem').focus())

    await user.keyboard('{F2}')
    act(() => plan.change('First', { title: 'Theirs' }))
    await user.keyboard('{Enter}{Escape}')

    await row('Theirs')
    expect(plan.api.sentTo(nodesApi.update)).toEqual([])
  })

  it.each(['Move to…', 'Link to…'])('closes “%s” when someone deletes the node', async (item) => {
    const plan = new FakePlan(OUTLINE)
    const { user } = await open(plan)
    await user.click(within(await row('Build')).getByRole('button', { name: /^Actions/ }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
    await screen.findByRole('dialog')

    const before = { parent_id: null, order_index: 1, count: 2 }
    act(() => plan.happen('node.deleted', plan.node('Build').id, { before, after: null }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('deletes a node, and restores it', async () => {
    const plan = new FakePlan(OUTLINE)
    const { user } = await open(plan)
    const build = await row('Implement pages')
    act(() => build.focus())

    await user.keyboard('{Delete}')
    expect(screen.queryByRole('treeitem', { name: /^Implement pages/ })).toBeNull()
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Build/)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))

    await row('Implement pages')
    expect(plan.outline.at(-1)).toBe('  Implement pages')
  })

  it('returns the focus to a node that could not be deleted', async () => {
    const plan = new FakePlan(OUTLINE)
    plan.api.on(nodesApi.delete, () => ({ status: 503, error: 'Unavailable', code: 'unavailable' }))
    const { user } = await open(plan)
    const build = await row('Implement pages')
    act(() => build.focus())

    await user.keyboard('{Delete}')
    await screen.findByText('Failed to delete “Implement pages”')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Implement pages/))
  })

  it('inserts the duplicate after its node, and Undo deletes it', async () => {
    const plan = new FakePlan(OUTLINE)
    const { user } = await open(plan)

    await user.click(within(await row('Research')).getByRole('button', { name: /^Actions/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }))
    await row('Research \\(copy\\)')
    expect(plan.outline.filter((line) => !line.startsWith(' '))).toEqual(['Research', 'Research (copy)', 'Build'])
    await user.click(await screen.findByRole('button', { name: 'Undo' }))

    await waitFor(() => expect(rows()).not.toContain('Research (copy)'))
    expect(plan.outline).not.toContain('Research (copy)')
  })

  it('shows why a node is not duplicated, and cannot duplicate the root', async () => {
    const plan = new FakePlan(OUTLINE)
    const error = 'At most 500 nodes can be duplicated at once.'
    plan.api.on(nodesApi.duplicate, () => ({ status: 400, error, code: 'too_many_nodes' }))
    const { user } = await open(plan)

    await user.click(within(await row('Research')).getByRole('button', { name: /^Actions/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }))
    await screen.findByText(error)

    act(() => plan.change('Build', { node_type: 'root' }))
    await user.click(within(await row('Build')).getByRole('button', { name: /^Actions/ }))
    await screen.findByRole('menuitem', { name: 'Rename F2' })
    expect(screen.queryByRole('menuitem', { name: 'Duplicate' })).toBeNull()
  })

  it('completes a node with one click or key, and reopens it the same way', async () => {
    const plan = new FakePlan(OUTLINE)
    const { user } = await open(plan)
    const circle = async () => within(await row('Build')).getByRole('button', { name: 'Completed' })

    await user.click(await circle())
    await waitFor(() => expect(plan.node('Build').status).toBe('completed'))
    expect((await circle()).getAttribute('aria-pressed')).toBe('true')
    expect(screen.queryByRole('menu')).toBeNull()
    await user.click(await circle())
    await waitFor(() => expect(plan.node('Build').status).toBe('not_started'))
    act(() => screen.getByRole('treeitem', { name: /^Build/ }).focus())
    await user.keyboard('{Control>}{Enter}{/Control}')

    await waitFor(() => expect(plan.node('Build').status).toBe('completed'))
  })

  it('opens the status menu by right click on the circle and by Alt+Enter', async () => {
    const plan = new FakePlan(OUTLINE)
    const { user } = await open(plan)
    const circle = within(await row('Build')).getByRole('button', { name: 'Completed' })

    await user.pointer({ keys: '[MouseRight]', target: circle })
    await screen.findByRole('menuitemradio', { name: 'Blocked' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    act(() => screen.getByRole('treeitem', { name: /^Build/ }).focus())
    await user.keyboard('{Alt>}{Enter}{/Alt}')

    await user.click(await screen.findByRole('menuitemradio', { name: 'Blocked' }))
    await waitFor(() => expect(plan.node('Build').status).toBe('blocked'))
  })

  it('changes a status immediately, rolls it back when the server rejects it, and shows why', async () => {
    const plan = new FakePlan(OUTLINE)
    plan.api.on(nodesApi.setStatus, () => ({ status: 500, error: 'Something went wrong.', code: 'internal' }))
    const { user } = await open(plan)
    const before = plan.api.sentTo(nodesApi.list).length

    await user.click(within(await row('Build')).getByRole('button', { name: 'Status: Not started' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Blocked' }))

    await screen.findByText('Something went wrong.')
    expect((await row('Build')).getAttribute('aria-label')).toBe('Build, Not started')
    await waitFor(() => expect(plan.api.sentTo(nodesApi.list).length).toBe(before + 1))
  })

  it('suggests completing the parent with its last child, in one click', async () => {
    const plan = new FakePlan(OUTLINE)
    const { user } = await open(plan)

    await user.click(within(await row('Implement pages')).getByRole('button', { name: /^Status/ }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Completed' }))
    await user.click(await screen.findByRole('button', { name: 'Mark complete' }))

    await screen.findByRole('treeitem', { name: 'Build, Completed' })
    expect(plan.node('Build').status).toBe('completed')
  })

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

  it('moves a node with a dialog, never under itself', async () => {
    const plan = new FakePlan(OUTLINE)
    const { user } = await open(plan)

    await user.click(within(await row('Research')).getByRole('button', { name: /^Actions/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Move to…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Move “Research”' })
    const options = within(dialog)
      .getAllByRole('option')
      .map((option) => option.textContent)
    expect(options).toEqual(['Top level', 'Build', 'Implement pagesBuild'])
    await user.keyboard('build{Enter}')

    await waitFor(() =>
      expect(plan.outline).toEqual([
        'Build',
        '  Implement pages',
        '  Research',
        '    Interview customers',
        '    Audit content',
      ]),
    )
  })
})

describe('live changes by others', () => {
  it('appear in their row without refetching the list', async () => {
    const plan = new FakePlan(OUTLINE)
    await open(plan)
    await row('Build')

    act(() => plan.change('Build', { title: 'Construct' }))

    await row('Construct')
    expect(plan.api.sentTo(nodesApi.list).length).toBe(1)
  })

  it('show who is viewing the plan', async () => {
    const plan = new FakePlan(OUTLINE)
    plan.live.people = [{ id: makeId(), name: 'Ben Okafor', avatar_url: null, node_id: null }]
    await open(plan)

    const here = await screen.findByRole('list', { name: 'Viewing now' })

    expect(within(here).getByRole('img', { name: 'Ben Okafor' })).toBeTruthy()
  })

  it('show who is viewing a node on its row', async () => {
    const plan = new FakePlan(OUTLINE)
    const build = plan.node('Build').id
    plan.live.people = [
      { id: makeId(), name: 'Ben Okafor', avatar_url: null, node_id: build },
      { id: makeId(), name: 'Chloe Martin', avatar_url: null, node_id: build },
    ]
    await open(plan)

    const viewers = await within(await row('Build')).findByRole('img', { name: /viewing this/ })

    expect(viewers.getAttribute('aria-label')).toBe('Ben Okafor and Chloe Martin are viewing this')
    expect(screen.getAllByRole('img', { name: /viewing this/ })).toHaveLength(1)
  })

  it.each(['access is revoked', 'its owner deletes it'])(
    'end with it when %s, and nothing of it is asked for',
    async (how) => {
      const plan = new FakePlan(OUTLINE)
      const { router } = await open(plan, `?node=${plan.node('Build').id}`)
      await screen.findByRole('heading', { name: 'Description' })
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
      const asked = plan.api.requests.length

      act(() => {
        if (how === 'its owner deletes it')
          plan.happen('plan.deleted', null, { before: { title: plan.plan.title }, after: null })
        plan.live.close(4003)
      })
      await screen.findByText('Plan not found')
      await act(() => vi.advanceTimersByTimeAsync(10_000))
      expect(plan.api.requests.slice(asked)).toEqual([])

      // The plan may exist again by the next visit.
      await router.navigate('/plans/new')
      await screen.findByRole('heading', { name: 'Create Plan' })
      await router.navigate(`/plans/${plan.plan.id}`)
      await row('Build')
    },
  )
})

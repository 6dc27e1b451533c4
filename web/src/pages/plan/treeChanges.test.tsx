import { nodesApi } from '@cairn/contract/api/nodes'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { OUTLINE, open, row, rows } from '../../test/planTree.ts'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

describe('the tree', () => {
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
    expect((await row('Build')).getAttribute('aria-label')).toBe('Build, Not started, Task')
    await waitFor(() => expect(plan.api.sentTo(nodesApi.list).length).toBe(before + 1))
  })

  it('suggests completing the parent with its last child, in one click', async () => {
    const plan = new FakePlan(OUTLINE)
    const { user } = await open(plan)

    await user.click(within(await row('Implement pages')).getByRole('button', { name: /^Status/ }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Completed' }))
    await user.click(await screen.findByRole('button', { name: 'Mark complete' }))

    await screen.findByRole('treeitem', { name: /^Build, Completed,/ })
    expect(plan.node('Build').status).toBe('completed')
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

import { nodesApi } from '@cairn/contract/api/nodes'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { OUTLINE, open, row, rows } from '../../test/planTree.ts'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

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

  it('types new rows under a filter, which stays, as do the rows', async () => {
    const plan = new FakePlan(OUTLINE)
    const { user, router } = await open(plan, '?q=audit')
    await waitFor(() => expect(rows()).toEqual(['Research', '  Audit content']))
    ;(await row('Audit content')).focus()

    await user.keyboard('{F2}{Enter}Choose tools{Enter}Report{Enter}{Escape}')

    await waitFor(() => expect(rows()).toEqual(['Research', '  Audit content', '  Choose tools', '  Report']))
    expect(router.state.location.search).toBe('?q=audit')
    await user.click(screen.getByRole('button', { name: 'Clear search' }))
    await waitFor(() => expect(rows()).toHaveLength(7))
  })

  it('keeps a new row whose parent was deleted, at the end of the plan', async () => {
    const plan = new FakePlan('First\nLast')
    const { user } = await open(plan)
    act(() => screen.getByRole('treeitem', { name: /^First,/ }).focus())
    await user.keyboard('{F2}{Enter}{Tab}Kept')
    act(() => plan.remove('First'))
    await waitFor(() => expect(rows()).toEqual(['Last']))
    const works = plan.api.handlerOf(nodesApi.create)
    plan.api.on(nodesApi.create, () => ({ status: 404, error: 'Node not found', code: 'node_not_found' }))

    await user.keyboard('{Enter}')
    await screen.findByText('The parent was deleted. The new row moved to the end.')
    expect(screen.getByLabelText<HTMLInputElement>('New node title').value).toBe('Kept')

    plan.api.on(nodesApi.create, works)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(plan.outline).toEqual(['Last', 'Kept']))
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

  it('leaves the next title alone when one is rejected after its field was closed, and offers it', async () => {
    const plan = new FakePlan('First\nSecond')
    const release = plan.api.hold(nodesApi.create)
    plan.api.on(nodesApi.create, () => ({ status: 400, error: 'A plan is at most 100 levels deep.', code: 'too_deep' }))
    const { user } = await open(plan)
    act(() => screen.getByRole('treeitem', { name: /^First,/ }).focus())

    await user.keyboard('{F2}{Enter}Buy ropes')
    await user.click(screen.getByRole('treeitem', { name: /^Second,/ }))
    act(() => screen.getByRole('treeitem', { name: /^Second,/ }).focus())
    await user.keyboard('{F2}Second again')
    release()

    expect(await screen.findByText(/Failed to create “Buy ropes”/)).toBeTruthy()
    expect(screen.queryByLabelText('New node title')).toBeNull()
    expect(document.activeElement).toHaveProperty('value', 'Second again')
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
})

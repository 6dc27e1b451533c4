import { nodesApi } from '@cairn/contract/api/nodes'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakePlan } from '../test/fakePlan.ts'
import { ME } from '../test/make.ts'
import { openApp } from '../test/render.tsx'

/** A plan whose server saves nothing itself and never replies to a status. */
async function openWithoutReplies() {
  const plan = new FakePlan('Ropes\nTents')
  plan.api.on(nodesApi.setStatus, () => {
    throw new TypeError('Failed to fetch')
  })
  const { user } = openApp(`/plans/${plan.plan.id}`)
  const row = await screen.findByRole('treeitem', { name: /^Tents/ })
  act(() => row.focus())
  fireEvent.keyDown(row, { key: 'Enter', ctrlKey: true })
  await screen.findByText('Failed to change status of “Tents”')
  const arrive = (by: string | undefined) => {
    const { id, status, version } = plan.node('Tents')
    const after = { status: 'completed' as const, version: version + 1, updated_at: new Date().toISOString() }
    act(() => plan.happen('node.status_changed', id, { before: { status }, after }, by))
  }
  return { plan, user, arrive }
}

it('takes the failure back and can undo the change when it was saved and only the reply was lost', async () => {
  const { plan, user, arrive } = await openWithoutReplies()
  arrive(ME)

  await waitFor(() => expect(screen.queryByText('Failed to change status of “Tents”')).toBeNull())
  await user.click(await screen.findByRole('button', { name: /^Undo: .*Tents/ }))
  await waitFor(() => expect(plan.node('Tents').status).toBe('not_started'))
})

it('does not undo the same change of someone else', async () => {
  const { arrive } = await openWithoutReplies()
  arrive(undefined)

  await screen.findByRole('treeitem', { name: /^Tents.*Completed/i })
  expect(screen.queryByRole('button', { name: /^Undo: / })).toBeNull()
})

it('can undo a deletion that the browser has repeated, because its connection broke before the reply', async () => {
  const plan = new FakePlan('Ropes\nTents')
  plan.api.on(nodesApi.delete, ({ params }) => {
    plan.happen(
      'node.deleted',
      params.nodeId ?? '',
      { before: { parent_id: null, order_index: 1, count: 1 }, after: null },
      ME,
    )
    return { status: 404, error: 'Node not found', code: 'node_not_found' }
  })
  openApp(`/plans/${plan.plan.id}`)
  const row = await screen.findByRole('treeitem', { name: /^Tents/ })
  act(() => row.focus())
  fireEvent.keyDown(row, { key: 'Delete' })

  expect(await screen.findByRole('button', { name: /^Undo: .*Tents/ })).toBeTruthy()
  expect(screen.queryByText('Failed to delete “Tents”')).toBeNull()
  expect(screen.queryByRole('treeitem', { name: /^Tents/ })).toBeNull()
})

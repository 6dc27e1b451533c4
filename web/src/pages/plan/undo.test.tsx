import { nodesApi } from '@cairn/contract/api/nodes'
import { undoApi } from '@cairn/contract/api/undo'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { openApp } from '../../test/render.tsx'

/** A plan in whose tree Ctrl+Enter completes nodes. */
async function open(outline: string) {
  const plan = new FakePlan(outline)
  openApp(`/plans/${plan.plan.id}`)
  const row = (title: string) => screen.getByRole('treeitem', { name: new RegExp(`^${title}`) })
  const press = (target: HTMLElement, key: string, { shiftKey = false, repeat = false } = {}) => {
    act(() => target.focus())
    return fireEvent.keyDown(target, { key, ctrlKey: true, shiftKey, repeat })
  }
  const sent = (endpoint: typeof nodesApi.setStatus | typeof undoApi.undo) => plan.api.sentTo(endpoint)
  await screen.findByRole('treeitem', { name: /^Tents/ })
  return {
    ...{ plan, row, sent },
    status: (title: string) => plan.node(title).status,
    complete: (title: string) => press(row(title), 'Enter'),
    undo: (title: string) => press(row(title), 'z'),
    redo: (title: string) => press(row(title), 'z', { shiftKey: true }),
    /** Returns whether the browser handles the keys, too. */
    keepHolding: (title: string) => press(row(title), 'z', { repeat: true }),
    step: (side: 'Undo' | 'Redo') => screen.findByRole('button', { name: new RegExp(`^${side}: `) }),
    undone: () => sent(undoApi.undo).map(({ body }) => (body as { changes: number[] }).changes),
  }
}

/** The plan after Ropes and then Tents were completed, on which no undo is answered before `answer`. */
async function openWithTwoDone() {
  const opened = await open('Ropes\nTents')
  opened.complete('Ropes')
  await opened.step('Undo')
  opened.complete('Tents')
  await waitFor(() => expect(opened.sent(nodesApi.setStatus)).toHaveLength(2))
  await waitFor(() => expect(screen.getByRole('button', { name: /^Undo: .*Tents/ })).toBeTruthy())
  return { ...opened, answer: opened.plan.api.hold(undoApi.undo) }
}

it('undoes a change whose reply has not arrived, instead of an earlier one', async () => {
  const { plan, complete, step, undo, undone, sent, status } = await open('Ropes\nTents')
  complete('Ropes')
  await step('Undo')
  const answer = plan.api.hold(nodesApi.setStatus)
  complete('Tents')
  await waitFor(() => expect(sent(nodesApi.setStatus)).toHaveLength(2))

  undo('Tents')
  answer()

  await waitFor(() => expect(undone()).toEqual([[3]]))
  await waitFor(() => expect(status('Tents')).toBe('not_started'))
  expect(status('Ropes')).toBe('completed')
})

it('undoes the first change before its reply, and a change that waits for another one to its node', async () => {
  const { plan, complete, undo, undone, status } = await open('Ropes\nTents')
  const answer = plan.api.hold(nodesApi.setStatus)
  complete('Tents')
  complete('Tents')

  undo('Tents')
  answer()

  await waitFor(() => expect(undone()).toEqual([[3]]))
  await waitFor(() => expect(status('Tents')).toBe('completed'))
})

it('does not undo an earlier change instead of one that fails', async () => {
  const { plan, complete, step, undo, undone, status } = await open('Ropes\nTents')
  complete('Ropes')
  await step('Undo')
  plan.api.on(nodesApi.setStatus, () => ({ status: 500, error: 'Something went wrong.', code: 'internal' }))
  const answer = plan.api.hold(nodesApi.setStatus)
  complete('Tents')

  undo('Tents')
  answer()

  await screen.findByText('Failed to change status of “Tents”')
  await step('Undo')
  expect(undone()).toEqual([])
  expect(status('Ropes')).toBe('completed')
})

it('redoes nothing after a change whose reply has not arrived', async () => {
  const { plan, complete, step, undo, redo, undone, status } = await open('Ropes\nTents')
  complete('Ropes')
  await step('Undo')
  undo('Ropes')
  await step('Redo')
  const answer = plan.api.hold(nodesApi.setStatus)
  complete('Tents')

  redo('Tents')
  answer()

  await screen.findByRole('button', { name: 'Nothing to redo' })
  await waitFor(() => expect(status('Tents')).toBe('completed'))
  expect(undone()).toEqual([[2]])
})

it('undoes as many changes as Ctrl+Z is pressed, although the replies have not arrived', async () => {
  const { answer, undo, undone, status } = await openWithTwoDone()

  undo('Tents')
  undo('Tents')
  answer()

  await waitFor(() => expect(undone()).toEqual([[3], [2]]))
  await waitFor(() => expect([status('Ropes'), status('Tents')]).toEqual(['not_started', 'not_started']))
})

it('undoes one change while Ctrl+Z is held', async () => {
  const { answer, undo, redo, keepHolding, undone, status } = await openWithTwoDone()

  undo('Tents')
  expect(keepHolding('Tents')).toBe(false)
  answer()

  await screen.findByRole('button', { name: /^Redo: .*Tents/ })
  redo('Tents')
  await waitFor(() => expect(undone()).toEqual([[3], [4]]))
  await waitFor(() => expect([status('Ropes'), status('Tents')]).toEqual(['completed', 'completed']))
})

it('undoes a change once when Undo in its toast is clicked after Ctrl+Z', async () => {
  const { plan, row, redo, undo, undone } = await open('Ropes\nTents')
  fireEvent.keyDown(row('Ropes'), { key: 'Delete' })
  const button = await screen.findByRole('button', { name: 'Undo' })
  await waitFor(() => expect(plan.outline).toEqual(['Tents']))
  const answer = plan.api.hold(undoApi.undo)

  undo('Tents')
  fireEvent.click(button)
  answer()

  await screen.findByRole('button', { name: /^Redo: / })
  redo('Tents')
  await waitFor(() => expect(plan.outline).toEqual(['Tents']))
  expect(undone()).toEqual([[2], [3]])
})

it('redoes and undoes a change once when the toast is clicked after the keys', async () => {
  const { plan, complete, step, redo, undo, undone, status } = await open('Tents')
  complete('Tents')
  await step('Undo')
  undo('Tents')
  const redoInToast = await screen.findByRole('button', { name: 'Redo' })
  const answerRedo = plan.api.hold(undoApi.undo)

  redo('Tents')
  fireEvent.click(redoInToast)
  answerRedo()
  const undoInToast = await screen.findByRole('button', { name: 'Undo' })
  const answerUndo = plan.api.hold(undoApi.undo)
  undo('Tents')
  fireEvent.click(undoInToast)
  answerUndo()
  await step('Redo')
  redo('Tents')

  await waitFor(() => expect(undone()).toEqual([[2], [3], [4], [5]]))
  await waitFor(() => expect(status('Tents')).toBe('completed'))
})

it.each([
  [404, false],
  [403, false],
  [503, true],
])('offers to try an undo again after a %i only if that can help: %s', async (status, canHelp) => {
  const { plan, complete, step, undo } = await open('Tents')
  plan.api.on(undoApi.undo, () => ({ status, error: `Status ${status}`, code: 'internal' }))
  complete('Tents')
  await step('Undo')

  undo('Tents')
  const message = (await screen.findByText(`Status ${status}`)).closest('li')

  expect(message?.textContent?.includes('Try again')).toBe(canHelp)
})

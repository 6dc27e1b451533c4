import type { PlanEvent } from '@cairn/contract/api/events'
import { expect, it } from 'vitest'
import { makeEvent } from '../test/make.ts'
import { UndoStack } from '../view-state/undoStack.ts'
import { StepLabels } from './stepLabels.ts'

const deleted = (change: number, node: string, revision: number): PlanEvent =>
  makeEvent(
    'node.deleted',
    { before: { parent_id: null, order_index: 0, count: 1 }, after: null },
    { revision, change, node_id: node, node_title: node },
  )

function start() {
  const stack = new UndoStack('ana', 'plan')
  return { stack, labels: new StepLabels(stack), name: () => stack.get().undo.map(({ label }) => label) }
}

it('counts the events of a change that arrive in several batches', () => {
  const { stack, labels, name } = start()
  labels.add([deleted(5, 'Tents', 5), deleted(5, 'Ropes', 6)])
  stack.record(5)
  expect(name()).toEqual(['delete 2 nodes'])

  labels.add([deleted(5, 'Stoves', 7)])
  labels.add([deleted(5, 'Stoves', 7), deleted(5, 'Maps', 8)])

  expect(name()).toEqual(['delete 4 nodes'])
})

it('counts all changes of a step, also those whose events arrive later', () => {
  const { stack, labels, name } = start()
  labels.add([deleted(5, 'Tents', 5), deleted(7, 'Ropes', 7)])
  for (const change of [5, 7, 9]) stack.record(change)

  stack.merge([5, 7, 9])
  labels.merge([5, 7, 9])
  expect(name()).toEqual(['delete 2 nodes'])
  labels.add([deleted(9, 'Stoves', 9)])

  expect(name()).toEqual(['delete 3 nodes'])
})

it('names a node that several changes of a step moved once', () => {
  const { stack, labels, name } = start()
  for (const change of [5, 6]) {
    const place = { parent_id: null, order_index: change }
    labels.add([
      makeEvent(
        'node.moved',
        { before: place, after: { ...place, version: 2, updated_at: '2026-03-04T10:00:00.000Z' } },
        { revision: change, change, node_id: 'tents', node_title: 'Tents' },
      ),
    ])
    stack.record(change)
  }
  stack.merge([5, 6])
  labels.merge([5, 6])

  expect(name()).toEqual(['move “Tents”'])
})

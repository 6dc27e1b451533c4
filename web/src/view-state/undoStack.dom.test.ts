import { expect, it } from 'vitest'
import { UndoStack } from './undoStack.ts'

const open = () => new UndoStack('ana', 'plan')

it('moves a step to the other side although it was named while it was undone', () => {
  const stack = open()
  stack.record(4)
  stack.record(5)
  const [, entry] = stack.get().undo
  if (!entry) throw new Error('No step')

  stack.describe(5, 'rename “Ropes”')
  stack.settle('undo', entry, { changes: [6], label: null })

  expect(stack.get()).toEqual({
    undo: [{ changes: [4], label: null }],
    redo: [{ changes: [6], label: null }],
  })
})

it('drops only the step of positions that was undone', () => {
  const stack = open()
  const [first, second] = ['first', 'second'].map((id) => ({ id, viewId: 'plan', places: {} }))
  if (!first || !second) throw new Error('No steps')
  stack.recordPositions('move “Ropes” on the canvas', first)
  stack.recordPositions('move “Tents” on the canvas', second)

  const reloaded = open()
  reloaded.settle('undo', { changes: [], label: null, positions: second }, null)

  expect(reloaded.get().undo.map(({ positions }) => positions?.id)).toEqual(['first'])
})

import { commentsApi } from '@cairn/contract/api/comments'
import { nodesApi } from '@cairn/contract/api/nodes'
import { undoApi } from '@cairn/contract/api/undo'
import { expect, it } from 'vitest'
import { reportChange, requestUndo, watchChanges } from './changes.ts'

it('reports the changes of edits, and not those of reactions and of undo', () => {
  const reported: number[] = []
  const stop = watchChanges({
    onChange: (_, change) => reported.push(change),
    onMerge: () => {},
    onUndo: () => true,
  })
  const change = (number: number) => new Headers({ 'x-change': `${number}` })
  reportChange(commentsApi.react, { planId: 'p' }, change(1))
  reportChange(nodesApi.setStatus, { planId: 'p' }, change(2))
  reportChange(undoApi.undo, { planId: 'p' }, change(3))
  reportChange(nodesApi.setStatus, { planId: 'p' }, new Headers())
  stop()
  expect(reported).toEqual([2])
})

it('says whether the plan of an undo is open', () => {
  const stop = watchChanges({ onChange: () => {}, onMerge: () => {}, onUndo: (planId) => planId === 'open' })
  expect([requestUndo('open', [1]), requestUndo('closed', [1])]).toEqual([true, false])
  stop()
  expect(requestUndo('open', [1])).toBe(false)
})

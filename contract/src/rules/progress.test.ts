import { expect, it, test } from 'vitest'
import { nodeProgress, planProgress } from './progress.ts'

test.each([
  [0, 0, 0],
  [0, 7, 0],
  [7, 7, 100],
  [1, 3, 33],
  [2, 3, 67],
  [1, 8, 13],
  [1, 200, 1],
  [1, 201, 0],
  [199, 200, 100],
])('%i of %i nodes are %i percent', (completed, total, percent) => {
  expect(planProgress(completed, total)).toBe(percent)
})

test.each([
  ['not_started', 0],
  ['blocked', 0],
  ['in_progress', 50],
  ['completed', 100],
] as const)('a node without children that is %s has a progress of %i percent', (status, percent) => {
  expect(nodeProgress(status, 0, 0)).toBe(percent)
})

it('counts children, whatever the status of the node itself', () => {
  expect(nodeProgress('completed', 4, 1)).toBe(25)
  expect(nodeProgress('not_started', 2, 2)).toBe(100)
})

import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { makeEvent, makeTree } from '../test/make.ts'
import { PlanNodes } from './nodeStore.ts'
import { useIsEmpty } from './nodes.ts'

it('renders for the first and the last node of a plan, not for changes in between', () => {
  const [node] = Object.values(makeTree('A'))
  if (!node) throw new Error('no node')
  const nodes = new PlanNodes()
  nodes.load([], { revision: 1, epoch: 'first' })
  const seen: boolean[] = []
  renderHook(() => seen.push(useIsEmpty(nodes)))

  act(() => void nodes.load([node], { revision: 2, epoch: 'first' }))
  const after = { status: 'completed', version: 2, updated_at: '2026-03-05T10:00:00.000Z' } as const
  const data = { before: { status: 'not_started' }, after } as const
  act(() => void nodes.apply([makeEvent('node.status_changed', data, { revision: 3, node_id: node.id })]))
  expect(nodes.counts.completed).toBe(1)
  act(() => nodes.load([], { revision: 4, epoch: 'first' }) && undefined)

  expect(seen).toEqual([true, false, true])
})

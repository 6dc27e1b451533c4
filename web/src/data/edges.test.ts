import type { PlanEdge } from '@cairn/contract/api/edges'
import { expect, it } from 'vitest'
import { ME, makeEvent, makeId, makeNode } from '../test/make.ts'
import { applyToEdges } from './edges.ts'

const makeEdge = (): PlanEdge => ({
  id: makeId(),
  plan_id: ME,
  source_id: makeId(),
  target_id: makeId(),
  kind: 'sequence',
  version: 1,
  created_at: '2026-03-04T10:00:00.000Z',
})

it('adds each edge of a duplicated branch once', () => {
  const [known, copied] = [makeEdge(), makeEdge()]
  const after = { count: 1, nodes: [makeNode()], edges: [copied] }
  const event = makeEvent('node.duplicated', { before: null, after }, { revision: 2 })

  const once = applyToEdges([known], [event])

  expect(once).toEqual([known, copied])
  expect(applyToEdges(once, [event])).toEqual(once)
})

import type { PlanEdge } from '@cairn/contract/api/edges'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { ME, makeEvent, makeId, makeNode } from '../test/make.ts'
import { applyToEdges, edgesQuery, patchEdges } from './edges.ts'

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

it('ignores a reply after the live event of a later change', () => {
  const cache = new QueryClient()
  const { queryKey } = edgesQuery(ME)
  const edge = makeEdge()
  const reply = (revision: number) => ({ headers: new Headers({ 'x-plan-revision': `${revision}` }) })
  // Someone has deleted the edge in revision 5.
  cache.setQueryData(queryKey, { revision: 5, value: [] })

  patchEdges(cache, ME, reply(4), (edges) => [...edges, edge])
  expect(cache.getQueryData(queryKey)?.value).toEqual([])
  patchEdges(cache, ME, reply(6), (edges) => [...edges, edge])
  expect(cache.getQueryData(queryKey)?.value).toEqual([edge])
})

import type { PlanNode } from '@cairn/contract/api/nodes'
import { applyToNodes, type ReplayNode } from '@cairn/contract/rules/replay'
import { childrenByParent, displayOrder } from '@cairn/contract/rules/tree'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { listEventsSince } from '../src/core/event-log.repo.ts'
import { testApp } from './factory.ts'
import { histories, live } from './histories.ts'

it('gives the same nodes from rows, from what is kept and from a replay of the log after any history, with gapless revisions and exact counters', {
  timeout: 120_000,
}, async () => {
  const { as, make, store } = await testApp()
  const me = await make.user()
  const friends = [await make.user(), await make.user()]
  const call = as(me)

  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const plan = await live(call, friends, history)
      const nodes = (await call('GET', `/plans/${plan.id}/nodes`)).json<PlanNode[]>()
      const kept = (await call('GET', `/plans/${plan.id}/nodes?format=tree`)).json()
      const { structure: rows } = (await call('GET', `/plans/${plan.id}/context`)).json()
      const events = await listEventsSince(store.reader, plan.id, 0, 10_000)

      const replayed = new Map<string, ReplayNode>()
      for (const event of events) applyToNodes(replayed, event)

      expect(displayOrder([...replayed.values()])).toEqual(nodes)
      expect(kept, 'what the server keeps follows the log').toEqual(rows)
      expect(replayed.size).toBe(nodes.length)
      expect(events.map(({ revision }) => revision)).toEqual(events.map((_, i) => i + 1))
      expect(plan.revision).toBe(events.length)
      const having = (status: PlanNode['status']) => nodes.filter((node) => node.status === status).length
      expect(plan).toMatchObject({
        node_count: nodes.length,
        completed_count: having('completed'),
        in_progress_count: having('in_progress'),
        blocked_count: having('blocked'),
      })
      for (const siblings of childrenByParent(nodes).values())
        expect(siblings.map(({ order_index }) => order_index)).toEqual(siblings.map((_, i) => i))
      expect(nodes.filter(({ node_type }) => node_type === 'root').length).toBeLessThanOrEqual(1)
    }),
    { numRuns: 40 },
  )
})

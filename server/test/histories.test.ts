import { applyToNodes, type ReplayNode } from '@cairn/contract/rules/replay'
import { displayOrder } from '@cairn/contract/rules/tree'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { listEventsSince } from '../src/core/event-log.repo.ts'
import { testApp } from './factory.ts'
import { histories, live } from './histories.ts'
import { expectSoundPlan } from './soundness.ts'

it('returns the same nodes from rows, from the cache and from a replay of the log after any history, with gapless revisions and exact counters', {
  timeout: 600_000,
}, async () => {
  const { as, make, store } = await testApp()
  const me = await make.user()
  const friends = [await make.user(), await make.user()]
  const call = as(me)

  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const plan = await live(call, friends, history)
      const nodes = await expectSoundPlan({ store }, call, plan.id)
      const kept = (await call('GET', `/plans/${plan.id}/nodes?format=tree`)).json()
      const { structure: rows } = (await call('GET', `/plans/${plan.id}/context`)).json()
      const events = await listEventsSince(store.reader, plan.id, 0, 10_000)

      const replayed = new Map<string, ReplayNode>()
      expect(applyToNodes(replayed, events).applied).toBe(events.length)

      expect(displayOrder([...replayed.values()])).toEqual(nodes)
      expect(kept, 'what the server keeps follows the log').toEqual(rows)
      expect(replayed.size).toBe(nodes.length)
    }),
    { numRuns: 40 },
  )
})

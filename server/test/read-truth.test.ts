// Readers while writers write: what a reply says about a moment is true of that moment.
import { setImmediate } from 'node:timers/promises'
import type { PlanNode, PlanTreeNode } from '@cairn/contract/api/nodes'
import type { Plan } from '@cairn/contract/api/plans'
import { applyToNodes, type ReplayNode } from '@cairn/contract/rules/replay'
import { displayOrder, nestTree } from '@cairn/contract/rules/tree'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Actor } from '../src/core/ctx.ts'
import { listEventsSince } from '../src/core/event-log.repo.ts'
import { createNodeListCache, type NodeListCache } from '../src/features/nodes/nodes.cache.ts'
import { testApp } from './factory.ts'
import { begin, histories, perform } from './histories.ts'

const FULL = { view: 'full', format: 'flat' } as const

it('tags every list with the revision of its rows, from rows and from the cache, and applies the events after it', {
  timeout: 600_000,
}, async () => {
  const { as, make, store } = await testApp()
  const me = await make.user()
  const friends = [await make.user(), await make.user()]
  const call = as(me)
  const actor: Actor = {
    id: me.id,
    name: me.name,
    scope: 'admin',
    via: { kind: 'session' },
    credential_id: '',
    run_id: null,
    plan_limit: null,
    branch_limit: null,
  }

  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const plan = await begin(call, friends)
      const lists: { etag: string; nodes: PlanNode[] }[] = []
      const contexts: { plan: Plan; structure: PlanTreeNode[] }[] = []
      let over = false
      const untilOver = async (read: () => Promise<unknown>) => {
        while (!over) {
          await read()
          await setImmediate() // SQLite answers within the turn: others have theirs.
        }
      }
      const listFrom = (source: () => NodeListCache) => async () => {
        const ctx = { db: store.reader, actor, now: new Date().toISOString() }
        const { read } = await source().open(ctx, plan.id, FULL)
        const { bytes, etag } = await read('identity')
        lists.push({ etag, nodes: JSON.parse(bytes.toString()) })
      }
      const kept = createNodeListCache(() => 'first')
      const readers = [
        untilOver(listFrom(() => kept)),
        untilOver(listFrom(() => kept)),
        untilOver(listFrom(() => createNodeListCache(() => 'first'))),
        untilOver(async () => contexts.push((await call('GET', `/plans/${plan.id}/context`)).json())),
      ]

      await perform(call, plan, friends, history).finally(() => {
        over = true
      })
      await Promise.all(readers)

      expect([lists.length, contexts.length].filter((reads) => reads === 0)).toEqual([])
      const states = await replayAll(await listEventsSince(store.reader, plan.id, 0, 10_000))
      for (const { etag, nodes } of lists) expect(nodes, etag).toEqual(states.get(Number(/(\d+)-full/.exec(etag)?.[1])))
      for (const { plan: shown, structure } of contexts)
        expect(structure).toEqual(nestTree(states.get(shown.revision) as PlanNode[]))
    }),
    { numRuns: 15 },
  )
})

/** The nodes in display order as they were at each revision. */
async function replayAll(events: Awaited<ReturnType<typeof listEventsSince>>) {
  const nodes = new Map<string, ReplayNode>()
  const states = new Map<number, ReplayNode[]>()
  for (const event of events) {
    applyToNodes(nodes, [event])
    states.set(event.revision, displayOrder([...nodes.values()]))
  }
  return states
}

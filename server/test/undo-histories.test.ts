// What must hold for undo after any history, stated without the table of inverses.
import type { Artifact } from '@cairn/contract/api/artifacts'
import type { PlanEdge } from '@cairn/contract/api/edges'
import type { PlanEvent } from '@cairn/contract/api/events'
import type { PlanNode } from '@cairn/contract/api/nodes'
import type { UndoResult } from '@cairn/contract/api/undo'
import { applyToNodes, type ReplayNode } from '@cairn/contract/rules/replay'
import { displayOrder } from '@cairn/contract/rules/tree'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { listEventsSince } from '../src/core/event-log.repo.ts'
import { type Call, type TestApp, testApp } from './factory.ts'
import { begin, histories, perform } from './histories.ts'
import { expectSoundPlan } from './soundness.ts'

/** A call that collects what each write changed. */
function recording(call: Call): { call: Call; changes: number[] } {
  const changes: number[] = []
  const recorded: Call = async (...request) => {
    const reply = await call(...request)
    const change = reply.headers['x-change']
    if (change !== undefined) changes.push(Number(change))
    return reply
  }
  return { call: recorded, changes }
}

/**
 * The same histories in every run, so that a run of all tests does not depend on chance, and the first failure ends it.
 * `UNDO_SEED` searches elsewhere.
 */
const RUNS = { numRuns: 40, seed: Number(process.env.UNDO_SEED ?? 20_261_123), endOnFailure: true }

/** Everything that undo restores: without stamps, and without comments, which their authors delete. */
async function stateOf(call: Call, planId: string) {
  const nodes = (await call('GET', `/plans/${planId}/nodes`)).json<PlanNode[]>()
  const edges = (await call('GET', `/plans/${planId}/edges`)).json<PlanEdge[]>()
  const artifacts: Artifact[] = []
  for (const { id, artifact_count } of nodes)
    if (artifact_count > 0)
      artifacts.push(...(await call('GET', `/plans/${planId}/nodes/${id}/artifacts`)).json<Artifact[]>())
  return {
    nodes: nodes.map(({ version: _, updated_at: _u, comment_count: _c, ...node }) => node),
    edges: edges.map(({ version: _, ...edge }) => edge),
    artifacts: artifacts.map(({ id, node_id, name, url }) => ({ id, node_id, name, url })),
  }
}

/** Undoes changes one after the other, newest first. Returns the new changes in that order. */
async function undoAll(call: Call, planId: string, changes: readonly number[], more = {}): Promise<number[]> {
  const undone: number[] = []
  for (const change of changes.toSorted((a, b) => b - a)) {
    const reply = await call('POST', `/plans/${planId}/undo`, { changes: [change], ...more })
    if (reply.statusCode !== 200) throw new Error(`${reply.statusCode}: ${reply.body}`)
    const result = reply.json<UndoResult>()
    if (result.change !== null) undone.push(result.change)
  }
  return undone
}

async function expectTrueLog({ store }: Pick<TestApp, 'store'>, call: Call, planId: string): Promise<void> {
  const nodes = await expectSoundPlan({ store }, call, planId)
  const replayed = new Map<string, ReplayNode>()
  applyToNodes(replayed, await listEventsSince(store.reader, planId, 0, 10_000))
  expect(displayOrder([...replayed.values()])).toEqual(nodes)
}

it('restores everything after any history, and returns to its end', { timeout: 600_000 }, async () => {
  const { as, make, store } = await testApp()
  const me = await make.user()
  const friends = [await make.user(), await make.user()]

  await fc.assert(
    fc.asyncProperty(histories, histories, async (past, present) => {
      const { call, changes } = recording(as(me))
      const plan = await begin(as(me), friends)
      await perform(as(me), plan, friends, past)
      const before = await stateOf(as(me), plan.id)
      await perform(call, plan, friends, present)
      const after = await stateOf(as(me), plan.id)

      const undone = await undoAll(as(me), plan.id, changes)
      expect(await stateOf(as(me), plan.id)).toEqual(before)
      const redone = await undoAll(as(me), plan.id, undone)
      expect(await stateOf(as(me), plan.id)).toEqual(after)
      await undoAll(as(me), plan.id, redone)
      expect(await stateOf(as(me), plan.id)).toEqual(before)
      await expectTrueLog({ store }, as(me), plan.id)
    }),
    RUNS,
  )
})

it('keeps what others did later', { timeout: 600_000 }, async () => {
  const { as, make, store } = await testApp()
  const [me, other] = [await make.user(), await make.user()]

  await fc.assert(
    fc.asyncProperty(fc.array(histories, { minLength: 2, maxLength: 4 }), async (turns) => {
      const mine = recording(as(me))
      const plan = await begin(as(me), [other])
      for (const [turn, history] of turns.entries())
        await perform(turn % 2 ? as(other) : mine.call, plan, [other], history)
      const events = await listEventsSince(store.reader, plan.id, 0, 10_000)
      const before = await stateOf(as(me), plan.id)

      await undoAll(as(me), plan.id, mine.changes, { skip_blocked: true })

      const after = await stateOf(as(me), plan.id)
      const present = new Set(after.nodes.map(({ id }) => id))
      const theirs = Object.entries(doneBy(other.id, events, before)).filter(
        // A node that I restored and they had edited before goes back to the trash.
        ([key]) => key.endsWith(' id') || present.has(key.split(' ')[0] ?? ''),
      )
      expect(doneBy(other.id, events, after)).toEqual(expect.objectContaining(Object.fromEntries(theirs)))
      await expectTrueLog({ store }, as(me), plan.id)
    }),
    RUNS,
  )
})

/** What a person changed last, as it is now: nodes that exist, values of fields, parents. */
function doneBy(person: string, events: readonly PlanEvent[], { nodes }: Awaited<ReturnType<typeof stateOf>>) {
  const last = new Map<string, string>()
  for (const { kind, node_id, actor, data } of events) {
    if (node_id === null) continue
    if (kind === 'node.updated')
      for (const field of Object.keys(data.after)) if (field !== 'metadata') last.set(`${node_id} ${field}`, actor.id)
    if (kind === 'node.status_changed') last.set(`${node_id} status`, actor.id)
    if (kind === 'node.moved') last.set(`${node_id} parent_id`, actor.id)
    // A new root adopts the nodes at the top level, without events about them.
    if (kind === 'node.created' && data.after.node_type === 'root')
      for (const { id, parent_id } of nodes) if (parent_id === node_id) last.set(`${id} parent_id`, actor.id)
    if (kind === 'node.created') last.set(`${node_id} id`, actor.id)
    // Nodes below may have been moved out again by an undo before it reaches their creation.
    if (kind === 'node.restored')
      for (const { id } of data.after.nodes)
        if (id === node_id) {
          last.set(`${id} id`, actor.id)
          // It may be elsewhere than where another person had moved it.
          if (last.get(`${id} parent_id`) !== actor.id) last.delete(`${id} parent_id`)
        } else last.delete(`${id} id`)
  }
  return Object.fromEntries(
    nodes.flatMap((node) =>
      (['id', 'title', 'description', 'due_date', 'node_type', 'status', 'parent_id'] as const).flatMap((field) =>
        last.get(`${node.id} ${field}`) === person ? [[`${node.id} ${field}`, node[field]]] : [],
      ),
    ),
  )
}

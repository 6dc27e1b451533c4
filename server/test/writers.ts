// Writers that remember what they were promised, and an audit that asks for it afterwards.

import type { ActivityItem } from '@cairn/contract/api/activity'
import type { LogEntry } from '@cairn/contract/api/logs'
import { NODE_STATUSES, type NodeStatus, type PlanNode } from '@cairn/contract/api/nodes'
import type { Plan } from '@cairn/contract/api/plans'
import { childrenByParent } from '@cairn/contract/rules/tree'
import { expect } from 'vitest'
import type { Product } from './product.ts'

const WRITERS = 16

interface Timeline {
  timeline: ActivityItem[]
}

/** What the server has acknowledged, by the id of the node. */
export interface Ledger {
  titles: Map<string, string>
  statuses: Map<string, NodeStatus>
  /** In flight when the server died: it may have been stored or not. */
  unanswered: Map<string, NodeStatus>
  logs: Map<string, Set<string>>
  /** Replies that were neither a success nor a break of the connection. */
  refused: number[]
}
export const emptyLedger = (): Ledger => ({
  titles: new Map(),
  statuses: new Map(),
  unanswered: new Map(),
  logs: new Map(),
  refused: [],
})

/**
 * Sixteen writers make nodes, under one another, change their statuses and log on them; resolves when the server is
 * gone.
 */
export async function writeUntilItEnds(server: Product, planId: string, ledger: Ledger): Promise<void> {
  const nodes = `/plans/${planId}/nodes`
  const write = async (method: string, path: string, body: object): Promise<unknown> => {
    const { status, json } = await server.call(method, path, body)
    if (status < 300) return json
    ledger.refused.push(status)
    throw new Error('refused')
  }
  const writer = async () => {
    for (let serial = 0; ; serial++) {
      const parents = [...ledger.titles.keys()]
      const parent_id =
        serial % 3 === 0 ? null : (parents[Math.floor(Math.random() * Math.min(parents.length, 20))] ?? null)
      const title = `Node ${ledger.titles.size} of writer ${serial}`
      const { id } = (await write('POST', nodes, { title, node_type: 'task', parent_id })) as PlanNode
      ledger.titles.set(id, title)
      ledger.statuses.set(id, 'not_started')
      for (const status of NODE_STATUSES.slice(1, 3)) {
        ledger.unanswered.set(id, status)
        await write('PUT', `${nodes}/${id}/status`, { status })
        ledger.statuses.set(id, status)
        ledger.unanswered.delete(id)
      }
      const entry = (await write('POST', `${nodes}/${id}/log`, { content: `About ${title}` })) as LogEntry
      ledger.logs.set(id, new Set(ledger.logs.get(id)).add(entry.id))
    }
  }
  // Each ends when its connection breaks or its write is refused, as both mean that the server is going.
  await Promise.all(Array.from({ length: WRITERS }, () => writer().catch(() => {})))
}

/** Expects everything that was acknowledged, once, in a sound tree with exact counters and a log without a gap. */
export async function expectAllKept(server: Product, planId: string, ledger: Ledger): Promise<void> {
  const { json } = await server.call('GET', `/plans/${planId}/nodes`)
  const nodes = json as PlanNode[]
  const byId = new Map(nodes.map((node) => [node.id, node]))
  expect(byId.size, 'no node is listed twice').toBe(nodes.length)

  for (const [id, title] of ledger.titles) expect(byId.get(id)?.title).toBe(title)
  for (const [id, status] of ledger.statuses)
    expect([status, ledger.unanswered.get(id)]).toContain(byId.get(id)?.status)
  await Promise.all(
    [...ledger.logs].map(async ([id, entries]) => {
      const listed = (await server.call('GET', `/plans/${planId}/nodes/${id}/logs`)).json as LogEntry[]
      const ids = listed.map((entry) => entry.id)
      expect(new Set(ids).size).toBe(ids.length)
      for (const entry of entries) expect(ids).toContain(entry)
    }),
  )

  for (const node of nodes) expect(node.parent_id === null || byId.has(node.parent_id), 'no orphan').toBe(true)
  for (const siblings of childrenByParent(nodes).values())
    expect(siblings.map(({ order_index }) => order_index)).toEqual(siblings.map((_, i) => i))
  const plan = (await server.call('GET', `/plans/${planId}`)).json as Plan
  const having = (status: NodeStatus) => nodes.filter((node) => node.status === status).length
  expect(plan).toMatchObject({
    node_count: nodes.length,
    completed_count: having('completed'),
    in_progress_count: having('in_progress'),
    blocked_count: having('blocked'),
  })
  const { timeline } = (await server.call('GET', `/activity/plans/${planId}/timeline`)).json as Timeline
  expect(timeline.map(({ revision }) => revision)).toEqual(
    timeline.map((_, i) => plan.revision - timeline.length + 1 + i),
  )
}

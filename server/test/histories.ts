// Random histories of a plan, made through HTTP by several hands at once, for tests of what must hold after any of
// them.
import type { PlanEdge } from '@cairn/contract/api/edges'
import type { LogEntry } from '@cairn/contract/api/logs'
import { NODE_STATUSES, NODE_TYPES, type PlanNode } from '@cairn/contract/api/nodes'
import type { Plan } from '@cairn/contract/api/plans'
import fc from 'fast-check'
import type { Call, TestUser } from './factory.ts'

/** Which of the nodes at hand is meant; taken modulo their number, so that any number names one. */
const which = fc.nat(50)
const place = fc.option(fc.nat(6), { nil: undefined })
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((title) => `${title} x`)

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      under: fc.option(which, { nil: undefined }),
      order_index: place,
      node_type: fc.constantFrom(...NODE_TYPES),
      status: fc.constantFrom(...NODE_STATUSES),
      title: text,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      node: which,
      under: fc.option(which, { nil: null }),
      order_index: place,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('status' as const),
      node: which,
      status: fc.constantFrom(...NODE_STATUSES),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      node: which,
      changes: fc.record(
        {
          title: text,
          description: fc.option(text),
          due_date: fc.constantFrom('2026-01-31', '2026-02-01', null),
          node_type: fc.constantFrom('phase', 'task', 'milestone'),
          status: fc.constantFrom(...NODE_STATUSES),
          metadata: fc.dictionary(fc.constantFrom('a', 'b', 'child_count'), fc.nat(9), { maxKeys: 2 }),
        },
        { requiredKeys: [] },
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), node: which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restore' as const), node: which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('duplicate' as const), node: which }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('assign' as const, 'unassign' as const), node: which, person: which }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('log' as const),
      node: which,
      log_type: fc.constantFrom('comment', 'progress'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('edit log' as const, 'delete log' as const),
      node: which,
      log_type: fc.constantFrom('comment', 'progress'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('link' as const), node: which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('connect' as const),
      node: which,
      to: which,
      kind: fc.constantFrom('dependency', 'reference'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('disconnect' as const), node: which }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('bulk' as const),
      nodes: fc.array(which, { minLength: 1, maxLength: 4 }),
      change: fc.oneof(
        fc.record({ status: fc.constantFrom(...NODE_STATUSES) }),
        fc.constant({ delete: true }),
        fc.constant({ restore: true }),
        fc.record({ under: fc.option(which, { nil: null }) }),
        fc.record({ due_date: fc.constantFrom('2026-01-31', null) }),
        fc.record({ node_type: fc.constantFrom('phase', 'task', 'milestone') }),
        fc.constant({ duplicate: true }),
        fc.record({ person: which, key: fc.constantFrom('assign', 'unassign') }),
        fc.record({ places: fc.array(place, { minLength: 4, maxLength: 4 }), under: fc.option(which, { nil: null }) }),
      ),
    }),
  },
)
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const LINK = { name: 'A link', content_type: 'text/html', url: 'https://example.test/' }

/** Steps in groups; those of a group are sent at the same moment. */
export const histories = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 16 })

/**
 * Lives through one history in a new plan, which it shares with `friends`, and returns the plan. A refusal is part of
 * life; a failure of the server throws.
 */
export async function live(call: Call, friends: TestUser[], history: Step[][]): Promise<Plan> {
  const plan = await begin(call, friends)
  await perform(call, plan, friends, history)
  return (await call('GET', `/plans/${plan.id}`)).json<Plan>()
}

/** A new plan, shared with `friends`. */
export async function begin(call: Call, friends: TestUser[]): Promise<Plan> {
  const plan = (await call('POST', '/plans', { title: 'A plan with a history' })).json<Plan>()
  for (const { id } of friends) await call('POST', `/plans/${plan.id}/collaborators`, { user_id: id, role: 'editor' })
  return plan
}

export async function perform(call: Call, plan: Plan, friends: TestUser[], history: Step[][]): Promise<void> {
  const base = `/plans/${plan.id}/nodes`
  for (const group of history) {
    const nodes = (await call('GET', base)).json<PlanNode[]>()
    const trash = (await call('GET', `${base}?trash=1`)).json<PlanNode[]>()
    const edges = (await call('GET', `/plans/${plan.id}/edges`)).json<PlanEdge[]>()
    const idOf = (from: PlanNode[], number: number) => from[number % from.length]?.id
    const send = (step: Step) => {
      if (step.do === 'create') {
        const { do: _, under, ...body } = step
        return call('POST', base, { ...body, parent_id: under === undefined ? undefined : idOf(nodes, under) })
      }
      if (step.do === 'bulk') {
        const node_ids = step.nodes.flatMap((number) => idOf('restore' in step.change ? trash : nodes, number) ?? [])
        if (node_ids.length === 0) return undefined
        return call('POST', `${base}/bulk`, bulkBody(step.change, node_ids, { friends, parent: (n) => idOf(nodes, n) }))
      }
      const id = idOf(step.do === 'restore' ? trash : nodes, step.node)
      if (!id) return undefined
      switch (step.do) {
        case 'move': {
          const parent_id = step.under === null ? null : idOf(nodes, step.under)
          return call('POST', `${base}/${id}/move`, { parent_id, order_index: step.order_index })
        }
        case 'status':
          return call('PUT', `${base}/${id}/status`, { status: step.status })
        case 'edit':
          return call('PUT', `${base}/${id}`, step.changes)
        case 'delete':
          return call('DELETE', `${base}/${id}`)
        case 'restore':
          return call('POST', `${base}/${id}/restore`)
        case 'duplicate':
          return call('POST', `${base}/${id}/duplicate`)
        case 'assign':
          return call('POST', `${base}/${id}/assign`, { user_id: friends[step.person % friends.length]?.id })
        case 'unassign':
          return call('DELETE', `${base}/${id}/unassign`, { user_id: friends[step.person % friends.length]?.id })
        case 'log':
          return call('POST', `${base}/${id}/log`, { content: 'Said', log_type: step.log_type })
        case 'edit log':
        case 'delete log':
          return changeLog(call, `${base}/${id}`, step)
        case 'connect':
          return call('POST', `/plans/${plan.id}/edges`, {
            source_id: id,
            target_id: idOf(nodes, step.to),
            kind: step.kind,
          })
        case 'disconnect': {
          const edge = edges[step.node % edges.length]
          return edge && call('DELETE', `/plans/${plan.id}/edges/${edge.id}`)
        }
        case 'link':
          return call('POST', `${base}/${id}/artifacts`, LINK)
      }
    }
    for (const reply of await Promise.all(group.map(send)))
      if (reply && reply.statusCode >= 500) throw new Error(`${reply.statusCode}: ${reply.body}`)
  }
}

type BulkStep = Extract<Step, { do: 'bulk' }>['change']

function bulkBody(
  change: BulkStep,
  node_ids: string[],
  { friends, parent }: { friends: TestUser[]; parent: (number: number) => string | undefined },
): Record<string, unknown> {
  if ('key' in change) return { node_ids, [change.key]: friends[change.person % friends.length]?.id }
  if (!('under' in change)) return { node_ids, ...change }
  const parent_id = change.under === null ? null : parent(change.under)
  if (!('places' in change)) return { node_ids, parent_id }
  return { changes: [...new Set(node_ids)].map((id, i) => ({ id, parent_id, order_index: change.places[i] })) }
}

/** Changes the newest entry of a node. Another call may delete the node or the entry at the same moment. */
async function changeLog(call: Call, node: string, step: { do: 'edit log' | 'delete log'; log_type: string }) {
  const logs = await call('GET', `${node}/logs?limit=1`)
  const [newest] = logs.statusCode === 200 ? logs.json<LogEntry[]>() : []
  if (!newest) return undefined
  const path = `${node}/logs/${newest.id}`
  return step.do === 'edit log' ? call('PUT', path, { log_type: step.log_type }) : call('DELETE', path)
}

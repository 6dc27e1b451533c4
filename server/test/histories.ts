// Random histories of a plan, made through HTTP by several hands at once, for tests of what must hold after any of them.
import { NODE_STATUSES, NODE_TYPES, type PlanNode } from '@cairn/contract/api/nodes'
import type { Plan } from '@cairn/contract/api/plans'
import fc from 'fast-check'
import type { Call } from './factory.ts'

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
)
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Steps in groups; those of a group are sent at the same moment. */
export const histories = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 16 })

/** Lives through one history in a new plan and returns the plan. A refusal is part of life; a failure of the server throws. */
export async function live(call: Call, history: Step[][]): Promise<Plan> {
  const plan = (await call('POST', '/plans', { title: 'A plan with a history' })).json<Plan>()
  const base = `/plans/${plan.id}/nodes`
  for (const group of history) {
    const nodes = (await call('GET', base)).json<PlanNode[]>()
    const trash = (await call('GET', `${base}?trash=1`)).json<PlanNode[]>()
    const idOf = (from: PlanNode[], number: number) => from[number % from.length]?.id
    const send = (step: Step) => {
      if (step.do === 'create') {
        const { do: _, under, ...body } = step
        return call('POST', base, { ...body, parent_id: under === undefined ? undefined : idOf(nodes, under) })
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
      }
    }
    for (const reply of await Promise.all(group.map(send)))
      if (reply && reply.statusCode >= 500) throw new Error(`${reply.statusCode}: ${reply.body}`)
  }
  return (await call('GET', `/plans/${plan.id}`)).json<Plan>()
}

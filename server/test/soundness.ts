// What must hold for every plan at every moment, whatever was done to it.
import type { PlanNode } from '@cairn/contract/api/nodes'
import type { Plan } from '@cairn/contract/api/plans'
import { planProgress } from '@cairn/contract/rules/progress'
import { childrenByParent, TREE_MAX_DEPTH } from '@cairn/contract/rules/tree'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Call, TestApp } from './factory.ts'

/**
 * Reads a plan as the caller and checks it: every node once and reachable from the top, dense siblings, allowed depth,
 * correct counts of
 * children, counters and progress, gapless revisions. Returns its nodes in display order.
 */
export async function expectSoundPlan(
  { store }: Pick<TestApp, 'store'>,
  call: Call,
  planId: string,
): Promise<PlanNode[]> {
  const plan = (await call('GET', `/plans/${planId}`)).json<Plan>()
  const nodes = (await call('GET', `/plans/${planId}/nodes`)).json<PlanNode[]>()
  const stored = await store.reader
    .selectFrom('nodes')
    .select(['id', 'parent_id', 'order_index'])
    .where('plan_id', '=', planId)
    .where('deleted_at', 'is', null)
    .execute()

  // The list is made by walking down from the top: an orphan or a circle would be stored and not listed.
  expect(nodes.map(({ id }) => id).sort()).toEqual(stored.map(({ id }) => id).sort())
  for (const siblings of childrenByParent(stored).values())
    expect(siblings.map(({ order_index }) => order_index)).toEqual(siblings.map((_, i) => i))
  const children = childrenByParent(nodes)
  expect(nodes.map(({ metadata }) => metadata.child_count)).toEqual(
    nodes.map(({ id }) => children.get(id)?.length ?? 0),
  )
  expect(nodes.map(({ metadata }) => metadata.completed_child_count)).toEqual(
    nodes.map(({ id }) => children.get(id)?.filter(({ status }) => status === 'completed').length ?? 0),
  )
  expect(Math.max(0, ...depths(nodes))).toBeLessThanOrEqual(TREE_MAX_DEPTH)
  expect(nodes.filter(({ node_type }) => node_type === 'root').map(({ parent_id }) => parent_id)).toEqual(
    nodes.some(({ node_type }) => node_type === 'root') ? [null] : [],
  )

  const having = (status: PlanNode['status']) => nodes.filter((node) => node.status === status).length
  expect(plan).toMatchObject({
    node_count: nodes.length,
    completed_count: having('completed'),
    in_progress_count: having('in_progress'),
    blocked_count: having('blocked'),
    progress: planProgress(having('completed'), nodes.length),
  })

  const { text_bytes, texts } = await store.reader
    .selectFrom('plans')
    .select((eb) => [
      'text_bytes',
      eb
        .selectFrom('nodes')
        .select(
          sql<number>`coalesce(sum(octet_length(concat(title, description, acceptance_criteria, context, agent_instructions, metadata))), 0)`.as(
            'texts',
          ),
        )
        .whereRef('nodes.plan_id', '=', 'plans.id')
        .where('nodes.deleted_at', 'is', null)
        .as('texts'),
    ])
    .where('id', '=', planId)
    .executeTakeFirstOrThrow()
  expect(text_bytes, 'the bytes of the texts are counted').toBe(texts)

  const events = await store.reader
    .selectFrom('events')
    .select('revision')
    .where('plan_id', '=', planId)
    .orderBy('revision')
    .execute()
  expect(events.map(({ revision }) => revision)).toEqual(events.map((_, i) => i + 1))
  expect(plan.revision).toBe(events.length)
  return nodes
}

/** The level of each node of a list in display order, the top level being 1. */
function depths(nodes: readonly PlanNode[]): number[] {
  const byId = new Map<string | null, number>([[null, 0]])
  return nodes.map(({ id, parent_id }) => {
    const depth = (byId.get(parent_id) ?? Number.POSITIVE_INFINITY) + 1
    byId.set(id, depth)
    return depth
  })
}

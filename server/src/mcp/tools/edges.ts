import { EDGE_KINDS, edgesApi } from '@cairn/contract/api/edges'
import { z } from 'zod'
import { invalid, notFound } from '../../base/errors.ts'
import { requireAccess } from '../../core/plan-access.ts'
import { createEdge, removeEdge } from '../../features/edges/edges.commands.ts'
import { readEdgesOfNode } from '../../features/edges/edges.queries.ts'
import { NodeId, nodeIn, PlanId, planIdOf } from '../ids.ts'
import { Changed, Key } from '../shapes.ts'
import { defineTool, parse } from '../tool.ts'

/** The two nodes of a link, and its kind. */
const Link = z.strictObject({
  plan_id: PlanId,
  source: NodeId,
  target: NodeId,
  kind: z.enum(EDGE_KINDS).default('dependency'),
  idempotency_key: Key,
})

export const link_nodes = defineTool({
  name: 'link_nodes',
  title: 'Link nodes',
  description: 'Link two nodes. A dependency means that source must finish before target; it cannot close a cycle.',
  scope: 'write',
  hints: { read: false },
  input: Link,
  output: z.looseObject({ edge_id: z.string(), ...Changed }),
  call: ({ run }, { plan_id, source, target, kind }) => {
    const planId = planIdOf(plan_id)
    return run(planId, async (ctx) => {
      const ends = {
        source_id: await nodeIn(ctx, planId, source, 'source'),
        target_id: await nodeIn(ctx, planId, target, 'target'),
      }
      if (ends.source_id === ends.target_id) throw invalid('target', 'target must be another node than source')
      const { id } = await createEdge(ctx, planId, parse(edgesApi.create.body, { ...ends, kind }))
      return { edge_id: id }
    })
  },
})

export const unlink_nodes = defineTool({
  name: 'unlink_nodes',
  title: 'Unlink nodes',
  description: 'Remove the link of a kind between two nodes.',
  scope: 'write',
  hints: { read: false, destructive: true },
  input: Link,
  output: z.looseObject({ edge_id: z.string(), ...Changed }),
  call: ({ run }, { plan_id, source, target, kind }) => {
    const planId = planIdOf(plan_id)
    return run(planId, async (ctx) => {
      await requireAccess(ctx, planId, 'plan.edit')
      const from = await nodeIn(ctx, planId, source, 'source')
      const to = await nodeIn(ctx, planId, target, 'target')
      const edges = await readEdgesOfNode(ctx, planId, from)
      const edge = edges.find((one) => one.source_id === from && one.target_id === to && one.kind === kind)
      if (!edge) throw notFound('Edge')
      await removeEdge(ctx, planId, edge.id)
      return { edge_id: edge.id }
    })
  },
})

// Tools that take an admin token.
import { BulkChange } from '@cairn/contract/api/nodeBulk'
import { z } from 'zod'
import { notFound } from '../../base/errors.ts'
import type { Ctx } from '../../core/ctx.ts'
import { requireAccess } from '../../core/plan-access.ts'
import { readClaims } from '../../features/claims/claims.queries.ts'
import { changeManyNodes } from '../../features/nodes/nodes.bulk.ts'
import { readManyNodes } from '../../features/nodes/nodes.queries.ts'
import { NodeId, nodeIdsOf, PlanId, planIdOf } from '../ids.ts'
import { Key, lineOf, NodeLine } from '../shapes.ts'
import { defineTool, parse, type ToolCall } from '../tool.ts'

const ARCHIVED_MAX = 50
/** So many of the nodes below are named. */
const NAMED_MAX = 100

const archive_nodes = defineTool({
  name: 'archive_nodes',
  title: 'Archive nodes',
  description:
    'Move nodes and all below them to the trash, where people can restore them for 30 days. Only a preview, unless dry_run is false.',
  scope: 'admin',
  hints: { read: false, destructive: true },
  input: z.strictObject({
    plan_id: PlanId,
    node_ids: z.array(NodeId).min(1).max(ARCHIVED_MAX),
    dry_run: z.boolean().default(true),
    idempotency_key: Key,
  }),
  output: z.looseObject({
    dry_run: z.boolean(),
    count: z.int().describe('Nodes, those below included'),
    nodes: z.array(NodeLine),
    held: z
      .array(z.looseObject({ node_id: z.string(), holder: z.string() }))
      .optional()
      .describe('Tasks that others hold: they stop the call'),
  }),
  call: async (call, { plan_id, node_ids, dry_run }) => {
    const planId = planIdOf(plan_id)
    if (dry_run) return whatWouldGo(call, planId, node_ids)
    return call.run(planId, async (ctx) => {
      const before = await requireAccess(ctx, planId, 'plan.edit')
      const ids = await completeIds(ctx, planId, node_ids)
      const tops = await readManyNodes(ctx, planId, ids)
      await changeManyNodes(ctx, planId, parse(BulkChange, { node_ids: ids, delete: true }))
      const after = await requireAccess(ctx, planId, 'plan.edit')
      return { dry_run, count: before.node_count - after.node_count, nodes: [...tops.values()].map(lineOf) }
    })
  },
})

async function whatWouldGo({ app, ctx }: ToolCall, planId: string, nodeIds: readonly string[]) {
  await requireAccess(ctx, planId, 'plan.edit')
  const ids = await completeIds(ctx, planId, nodeIds)
  const list = await app.nodeLists.open(ctx, planId, { view: 'outline', format: 'flat' })
  const { nodes } = await list.readNodes()
  const known = new Set(nodes.map(({ id }) => id))
  if (!ids.every((id) => known.has(id))) throw notFound('Node')
  const going = new Set(ids)
  // Parents come first.
  for (const { id, parent_id } of nodes) if (parent_id !== null && going.has(parent_id)) going.add(id)
  const named = nodes.filter(({ id }) => going.has(id)).slice(0, NAMED_MAX)
  const held = (await readClaims(ctx, planId)).filter(({ node_id, yours }) => going.has(node_id) && !yours)
  return {
    dry_run: true,
    count: going.size,
    nodes: named.map(lineOf),
    held: held.slice(0, NAMED_MAX).map(({ node_id, user, agent }) => ({ node_id, holder: agent ?? user.name })),
  }
}

const completeIds = (ctx: Ctx, planId: string, ids: readonly string[]): Promise<string[]> =>
  nodeIdsOf(
    ctx,
    planId,
    ids.map((id, i) => ({ id, path: `node_ids.${i}` })),
  )

export const adminTools = [archive_nodes]

import type { PlanNode } from '@cairn/contract/api/nodes'
import { TREE_MAX_DEPTH } from '@cairn/contract/rules/tree'
import type { WriteCtx } from '../../core/ctx.ts'
import { conflict, notFound } from '../../core/errors.ts'
import { requireAccess } from '../plans/plans.access.ts'
import { tooDeep } from './nodes.move.ts'
import { readNodes, requireNode, requireNodeVersion } from './nodes.queries.ts'
import {
  countSiblings,
  countStatuses,
  type FoundNode,
  findRootId,
  findTrashedNode,
  listAncestorIds,
  shiftSiblings,
  subtreeHeight,
  trashSubtree,
  untrash,
  updateNode,
} from './nodes.repo.ts'

/** Moves a node and everything under it to the trash for 30 days. */
export async function deleteNode(ctx: WriteCtx, planId: string, nodeId: string, expected?: number): Promise<void> {
  await requireAccess(ctx, planId, 'plan.edit')
  await removeNode(ctx, await requireNode(ctx, planId, nodeId, expected))
}

/** The one place where nodes go to the trash: rows, sibling order, counters and event. The caller has authorised the plan. */
export async function removeNode(ctx: WriteCtx, node: FoundNode): Promise<void> {
  const { plan_id, parent_id, order_index } = node
  const gone = await trashSubtree(ctx.db, plan_id, node.id, ctx.now)
  await shiftSiblings(ctx.db, { plan_id, parent_id, from: order_index + 1, by: -1 })
  await ctx.emit({
    kind: 'node.deleted',
    plan_id,
    node_id: node.id,
    node_title: node.title,
    data: { before: { parent_id, order_index, count: gone.node_count }, after: null },
    counters: {
      node_count: -gone.node_count,
      completed_count: -gone.completed_count,
      in_progress_count: -gone.in_progress_count,
      blocked_count: -gone.blocked_count,
    },
  })
}

/** Brings a deleted node back with all that went along: last under its parent if that still lives, else under the root or at the top. */
export async function restoreNode(ctx: WriteCtx, planId: string, nodeId: string, expected?: number): Promise<PlanNode> {
  await requireAccess(ctx, planId, 'plan.edit')
  const trashed = await findTrashedNode(ctx.db, planId, nodeId)
  if (!trashed) throw notFound('Node')
  await requireNodeVersion({ ...trashed, assignee_ids: null, child_count: 0, completed_child_count: 0 }, expected)
  const rootId = (await findRootId(ctx.db, planId)) ?? null
  if (trashed.node_type === 'root' && rootId) throw conflict('root_exists', 'This plan has another root node by now.')
  const ids = await untrash(ctx.db, planId, nodeId)
  // Not among its siblings before it has a place.
  await updateNode(ctx.db, planId, nodeId, { order_index: -1 })
  const parent_id = await homeFor(ctx, trashed, rootId)
  const order_index = await countSiblings(ctx.db, planId, parent_id)
  await updateNode(ctx.db, planId, nodeId, {
    parent_id,
    order_index,
    version: trashed.version + 1,
    updated_at: ctx.now,
  })

  const back = new Set(ids)
  const nodes = (await readNodes(ctx, planId)).filter((node) => back.has(node.id))
  await ctx.emit({
    kind: 'node.restored',
    plan_id: planId,
    node_id: nodeId,
    node_title: trashed.title,
    data: { before: null, after: { nodes } },
    counters: countStatuses(nodes),
  })
  const [top] = nodes
  if (!top) throw notFound('Node')
  return top
}

/** Where a subtree hangs again, given that it fits in there; 400 `too_deep` when it has too many levels even for the root. */
async function homeFor(
  ctx: WriteCtx,
  { id, plan_id, parent_id }: Pick<FoundNode, 'id' | 'plan_id' | 'parent_id'>,
  rootId: string | null,
): Promise<string | null> {
  const levels = await subtreeHeight(ctx.db, plan_id, id)
  if (parent_id) {
    const above = await listAncestorIds(ctx.db, plan_id, parent_id)
    if (above.length > 0 && above.length + levels <= TREE_MAX_DEPTH) return parent_id
  }
  if (rootId && 1 + levels > TREE_MAX_DEPTH) throw tooDeep()
  return rootId
}

import type { NodeMove, PlanNode } from '@cairn/contract/api/nodes'
import { TREE_MAX_DEPTH } from '@cairn/contract/rules/tree'
import { AppError, conflict } from '../../base/errors.ts'
import { requireNotHeldByOthers } from '../../core/claims.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { requireAccess } from '../../core/plan-access.ts'
import {
  countSiblings,
  findPreviousSibling,
  listAncestorIds,
  shiftSiblings,
  subtreeHeight,
} from './nodes.order.repo.ts'
import { requireNode } from './nodes.queries.ts'
import type { FoundNode } from './nodes.repo.ts'
import { toNode } from './nodes.shape.ts'
import { updateNode } from './nodes.write.repo.ts'

/**
 * Moves a node with its subtree; absent fields are unchanged, a `null` parent is the top level, a `null` position is
 * the last one.
 */
export async function moveNode(ctx: WriteCtx, input: { planId: string; nodeId: string } & NodeMove): Promise<PlanNode> {
  await requireAccess(ctx, input.planId, 'plan.edit')
  const node = await requireNode(ctx, input.planId, input.nodeId, input.expected_version)
  await requireNotHeldByOthers(ctx, input.planId, [node.id])
  const parent_id = input.parent_id === undefined ? node.parent_id : input.parent_id
  await requirePlace(ctx, node, parent_id)
  const stays = input.order_index === undefined && parent_id === node.parent_id
  return toNode(
    await placeNode(ctx, node, { parent_id, order_index: stays ? node.order_index : (input.order_index ?? null) }),
  )
}

/**
 * Throws if the node may not move there: the root never moves, a cycle is 409 `cycle`, too many levels 400 `too_deep`.
 */
async function requirePlace(ctx: WriteCtx, node: FoundNode, parentId: string | null): Promise<void> {
  const { id, plan_id } = node
  if (node.node_type === 'root') throw conflict('root_fixed', 'The root node cannot be moved.', undefined, [id])
  if (parentId === null || parentId === node.parent_id) return
  const above = await listAncestorIds(ctx.db, plan_id, parentId)
  if (above.length === 0) throw noParent()
  if (above.includes(id))
    throw conflict('cycle', 'A node cannot be moved under itself or one of its descendants.', undefined, [id])
  const height = node.child_count === 0 ? 1 : await subtreeHeight(ctx.db, plan_id, [id])
  if (above.length + height > TREE_MAX_DEPTH) throw tooDeep()
}

/** 404 for a missing new parent; `about` are the nodes to be moved. */
export const noParent = (about?: readonly string[]): AppError =>
  new AppError(404, 'node_not_found', 'Node not found', {
    details: [{ path: 'parent_id', message: 'Node not found' }],
    about,
  })

export const tooDeep = (about?: readonly string[]): AppError =>
  new AppError(400, 'too_deep', `A plan can be at most ${TREE_MAX_DEPTH} levels deep.`, {
    details: [{ path: 'parent_id', message: `A plan can be at most ${TREE_MAX_DEPTH} levels deep.` }],
    about,
  })

/** Moves the node from its siblings to the new ones (`null`: last), and renumbers both lists densely. */
async function placeNode(
  ctx: WriteCtx,
  node: FoundNode,
  to: { parent_id: string | null; order_index: number | null },
): Promise<FoundNode> {
  const { plan_id, parent_id, order_index } = node
  const joins = to.parent_id !== parent_id
  const last = (await countSiblings(ctx.db, plan_id, to.parent_id)) - (joins ? 0 : 1)
  const target = Math.min(to.order_index ?? last, last)
  if (!joins && target === order_index) return node

  const previous_id = await findPreviousSibling(ctx.db, { plan_id, parent_id, order_index })
  const after = { parent_id: to.parent_id, order_index: target, version: node.version + 1, updated_at: ctx.now }
  if (!joins && target < order_index)
    await shiftSiblings(ctx.db, { plan_id, parent_id, from: target, to: order_index, by: 1 })
  else if (!joins) await shiftSiblings(ctx.db, { plan_id, parent_id, from: order_index + 1, to: target + 1, by: -1 })
  else {
    await shiftSiblings(ctx.db, { plan_id, parent_id, from: order_index + 1, by: -1 })
    if (target < last) await shiftSiblings(ctx.db, { plan_id, parent_id: to.parent_id, from: target, by: 1 })
  }
  await updateNode(ctx.db, plan_id, node.id, after)
  await ctx.emit({
    kind: 'node.moved',
    plan_id,
    node_id: node.id,
    node_title: node.title,
    data: { before: { parent_id, order_index, previous_id }, after },
  })
  return { ...node, ...after }
}

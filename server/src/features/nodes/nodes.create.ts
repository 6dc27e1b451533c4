import type { NewNode, PlanNode } from '@cairn/contract/api/nodes'
import { TREE_MAX_DEPTH } from '@cairn/contract/rules/tree'
import { AppError, conflict, invalid } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { requireAccessAndRead } from '../../core/plan-access.ts'
import { requireRoom } from './nodes.budget.ts'
import { authorOf } from './nodes.instructions.ts'
import { tooDeep } from './nodes.move.ts'
import {
  adoptTopLevel,
  countSiblings,
  countTopLevel,
  listAncestorIds,
  listPlaces,
  planHeight,
  shiftSiblings,
} from './nodes.order.repo.ts'
import { findRootId } from './nodes.repo.ts'
import { newNodeRow } from './nodes.row.ts'
import { toNode } from './nodes.shape.ts'
import { countersOf } from './nodes.status.ts'
import { textBytes } from './nodes.text.ts'
import { insertNode } from './nodes.write.repo.ts'

/** Adds a node, last among its siblings by default. A new root adopts the top-level nodes. */
export async function createNode(
  ctx: WriteCtx,
  planId: string,
  input: NewNode,
  { instructions_by } = { instructions_by: authorOf(ctx) },
): Promise<PlanNode> {
  const isRoot = input.node_type === 'root'
  const [plan, { parent_id, siblings }] = await requireAccessAndRead(ctx, planId, 'plan.edit', () =>
    placeFor(ctx, planId, input),
  )
  const adopted = isRoot ? await countTopLevel(ctx.db, planId) : { count: 0, completed: 0 }
  if (adopted.count > 0 && (await planHeight(ctx.db, planId)) >= TREE_MAX_DEPTH) throw tooDeep()
  const before = input.after_id ? (await listPlaces(ctx.db, planId, [input.after_id]))[0] : undefined
  const wanted = before?.parent_id === parent_id ? before.order_index + 1 : (input.order_index ?? siblings)
  const order_index = Math.min(wanted, siblings)

  const place = { id: newId(), plan_id: planId, parent_id, order_index }
  const author = input.agent_instructions === null ? null : instructions_by
  // One object for the row and for the reply.
  const row = Object.assign(newNodeRow(ctx, { ...place, instructions_by: author }, input), {
    assignee_ids: null,
    child_count: adopted.count,
    completed_child_count: adopted.completed,
  })
  const text_bytes = textBytes(row)
  requireRoom(ctx, plan, { node_count: 1, text_bytes })
  if (order_index < siblings) await shiftSiblings(ctx.db, { plan_id: planId, parent_id, from: order_index, by: 1 })
  await insertNode(ctx.db, row)
  if (adopted.count > 0) await adoptTopLevel(ctx.db, planId, row.id)
  const node = toNode(row)
  await ctx.emit({
    kind: 'node.created',
    plan_id: planId,
    node_id: node.id,
    node_title: node.title,
    data: { before: null, after: node },
    counters: { node_count: 1, text_bytes, ...countersOf(row.status) },
  })
  return node
}

/** The parent of a new node and the number of its children; 0 for a root. */
async function placeFor(ctx: WriteCtx, planId: string, input: NewNode) {
  if (input.node_type !== 'root' && input.parent_id) {
    const { parent_id } = input
    const [, siblings] = await Promise.all([parentFor(ctx, planId, input), countSiblings(ctx.db, planId, parent_id)])
    return { parent_id, siblings }
  }
  const parent_id = await parentFor(ctx, planId, input)
  const siblings = input.node_type === 'root' ? 0 : await countSiblings(ctx.db, planId, parent_id)
  return { parent_id, siblings }
}

/** The parent of a new node: the given one, else the root, else the top level. */
export async function parentFor(
  ctx: WriteCtx,
  planId: string,
  { node_type, parent_id }: Pick<NewNode, 'node_type' | 'parent_id'>,
): Promise<string | null> {
  const rootId = node_type === 'root' || !parent_id ? await findRootId(ctx.db, planId) : undefined
  if (node_type === 'root') {
    if (parent_id) throw invalid('parent_id', 'A root node must be at the top level')
    if (rootId) throw conflict('root_exists', 'This plan already has a root node.')
    return null
  }
  const parent = parent_id || rootId
  if (!parent) return null
  const above = await listAncestorIds(ctx.db, planId, parent)
  if (above.length === 0)
    throw new AppError(404, 'node_not_found', 'Node not found', {
      details: [{ path: 'parent_id', message: 'Node not found' }],
    })
  if (above.length >= TREE_MAX_DEPTH) throw tooDeep()
  return parent
}

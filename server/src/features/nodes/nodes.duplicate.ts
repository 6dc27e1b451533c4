import type { PlanNode } from '@cairn/contract/api/nodes'
import { searchText } from '@cairn/contract/rules/searchText'
import { childrenByParent, subtreeOrder } from '@cairn/contract/rules/tree'
import type { WriteCtx } from '../../core/ctx.ts'
import { conflict, notFound } from '../../core/errors.ts'
import type { NodeRow } from '../../db/schema.ts'
import { copyEdges } from '../edges/edges.copy.ts'
import { requireAccess } from '../plans/plans.access.ts'
import { fillOf, requireFew, requireRoom } from './nodes.budget.ts'
import { insertNodes, listFullSubtreeRows } from './nodes.copy.repo.ts'
import { copiesOf, copyTitle } from './nodes.copy.ts'
import { shiftSiblings } from './nodes.order.repo.ts'
import { requireNode } from './nodes.queries.ts'
import { toNode } from './nodes.shape.ts'

/** Copies a node with everything under it, and the edges between them, to the place right behind it. */
export async function duplicateNode(ctx: WriteCtx, planId: string, nodeId: string): Promise<PlanNode> {
  const plan = await requireAccess(ctx, planId, 'plan.edit')
  const { node_type, parent_id, order_index } = await requireNode(ctx, planId, nodeId)
  if (node_type === 'root') throw conflict('root_exists', 'This plan already has a root node.')
  const rows = await listFullSubtreeRows(ctx.db, planId, nodeId, ctx.limits.command_nodes + 1)
  requireFew(ctx, rows.length)

  const { ids, copies } = copiesOf(ctx, rows, planId)
  const original = copies.find(({ id }) => id === ids.get(nodeId))
  if (!original) throw notFound('Node')
  const { description, acceptance_criteria, context, agent_instructions } = original
  const title = copyTitle(original.title)
  const search_text = searchText(title, description, acceptance_criteria, context, agent_instructions)
  const top = { ...original, title, search_text, parent_id, order_index: order_index + 1 }
  const placed = [top, ...copies.filter(({ id }) => id !== top.id)]
  const added = fillOf(placed)
  requireRoom(ctx, plan, added)
  await shiftSiblings(ctx.db, { plan_id: planId, parent_id, from: top.order_index, by: 1 })
  await insertNodes(ctx.db, placed)
  const edges = await copyEdges(ctx, planId, planId, ids)

  const nodes = subtreeOrder(toNewNodes(placed), top.id)
  await ctx.emit({
    kind: 'node.duplicated',
    plan_id: planId,
    node_id: top.id,
    node_title: title,
    data: { before: null, after: { count: nodes.length, nodes, edges } },
    counters: added,
  })
  const [node] = nodes
  if (!node) throw notFound('Node')
  return node
}

/** As they travel: nothing is done or assigned yet. */
function toNewNodes(rows: readonly NodeRow[]): PlanNode[] {
  const children = childrenByParent(rows)
  return rows.map(({ search_text: _s, deleted_at: _d, deleted_with: _w, deleted_by: _b, ...row }) =>
    toNode({
      ...row,
      assignee_ids: null,
      child_count: children.get(row.id)?.length ?? 0,
      completed_child_count: 0,
    }),
  )
}

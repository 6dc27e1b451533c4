import type { PlanEdge } from '@cairn/contract/api/edges'
import type { PlanNode } from '@cairn/contract/api/nodes'
import type { NewTree } from '@cairn/contract/api/nodeTree'
import { TREE_MAX_DEPTH } from '@cairn/contract/rules/tree'
import { AppError, invalid } from '../../base/errors.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import type { EventDraft } from '../../core/event-log.repo.ts'
import { requireAccess } from '../../core/plan-access.ts'
import { listMemberIds } from '../../core/plan-members.ts'
import type { NodeRow } from '../../db/schema.ts'
import { assignMany } from '../assignments/assignments.commands.ts'
import { connectNodes } from '../edges/edges.tree.ts'
import { fillOf, requireFew, requireRoom } from './nodes.budget.ts'
import { insertNodes } from './nodes.copy.repo.ts'
import { createNode, parentFor } from './nodes.create.ts'
import { countSiblings, listAncestorIds } from './nodes.order.repo.ts'
import { listOutline, type OutlineItem } from './nodes.outline.ts'
import { newNodeRow } from './nodes.row.ts'
import { toNode } from './nodes.shape.ts'
import { countersOf } from './nodes.status.ts'
import { textBytes } from './nodes.text.ts'

interface CreatedTree {
  nodes: PlanNode[]
  edges: PlanEdge[]
  refs: Record<string, string>
}

/**
 * Adds a nested outline with its edges and assignees, all or nothing, as one run with an event per node, parents first.
 * Errors name the item by its path.
 */
export async function createTree(ctx: WriteCtx, planId: string, input: NewTree): Promise<CreatedTree> {
  const plan = await requireAccess(ctx, planId, 'plan.edit')
  ctx.groupEvents()
  const { items, refs } = listOutline(input.nodes)
  requireFew(ctx, items.length)
  requireRootAlone(items)
  await requireMembers(ctx, planId, items)

  const [first] = items
  const root = first?.draft.node_type === 'root' ? await insertRoot(ctx, planId, first, input.parent_id) : null
  if (root && first) {
    if (first.draft.ref) refs.set(first.draft.ref, root.id)
    first.id = root.id
  }
  const parent_id = root ? null : await parentFor(ctx, planId, { node_type: 'task', parent_id: input.parent_id })
  const rest = root ? items.slice(1) : items
  await requireDepth(ctx, planId, rest, parent_id)

  const base = root ? root.metadata.child_count : await countSiblings(ctx.db, planId, parent_id)
  const isTop = ({ parent }: OutlineItem) => parent === null || parent.id === root?.id
  const rows = rest.map((item) =>
    rowOf(ctx, planId, item, {
      parent_id: item.parent?.id ?? parent_id,
      order_index: item.place + (isTop(item) ? base : 0),
    }),
  )
  const added = fillOf(rows)
  requireRoom(ctx, root ? { node_count: plan.node_count + 1, text_bytes: plan.text_bytes } : plan, added)
  await insertNodes(ctx.db, rows)
  await ctx.emitAll(rows.map(createdEvent))
  const assigned = items.flatMap(({ id, draft }) =>
    [...new Set(draft.assignees ?? [])].map((user_id) => ({ node_id: id, node_title: draft.title, user_id })),
  )
  await assignMany(ctx, planId, assigned)
  const titles = new Map(items.map(({ id, draft }) => [id, draft.title]))
  const edges = await connectNodes(ctx, planId, input.edges ?? [], { refs, titles })

  const nodes = rows.map(toNewNode)
  return { nodes: withSurroundings(root ? [root, ...nodes] : nodes, assigned), edges, refs: Object.fromEntries(refs) }
}

/** A root must be the only top-level node of an outline. */
function requireRootAlone(items: readonly OutlineItem[]): void {
  const tops = items.filter(({ level }) => level === 1).length
  for (const { draft, level, path } of items)
    if (draft.node_type === 'root' && (level > 1 || tops > 1))
      throw invalid(`${path}.node_type`, 'A root node must be the only node at the top of an outline')
}

async function requireMembers(ctx: WriteCtx, planId: string, items: readonly OutlineItem[]): Promise<void> {
  const members = new Set(await listMemberIds(ctx, planId))
  for (const { draft, path } of items)
    for (const [place, user_id] of (draft.assignees ?? []).entries())
      if (!members.has(user_id)) throw invalid(`${path}.assignees.${place}`, 'Only members of the plan can be assigned')
}

/** A new root adopts the top-level nodes. */
const insertRoot = (
  ctx: WriteCtx,
  planId: string,
  { draft: { ref: _r, assignees: _a, children: _c, ...fields } }: OutlineItem,
  parent_id: string | null | undefined,
): Promise<PlanNode> =>
  createNode(ctx, planId, { ...fields, parent_id, order_index: null, after_id: null }, { instructions_by: null })

async function requireDepth(
  ctx: WriteCtx,
  planId: string,
  items: readonly OutlineItem[],
  parentId: string | null,
): Promise<void> {
  const above = parentId === null ? 0 : (await listAncestorIds(ctx.db, planId, parentId)).length
  const deep = items.find(({ level }) => above + level > TREE_MAX_DEPTH)
  if (!deep) return
  const message = `A plan can be at most ${TREE_MAX_DEPTH} levels deep.`
  throw new AppError(400, 'too_deep', message, { details: [{ path: deep.path, ref: deep.draft.ref ?? null, message }] })
}

/** The row of a new node. */
export function rowOf(
  ctx: WriteCtx,
  plan_id: string,
  { id, draft }: Pick<OutlineItem, 'id' | 'draft'>,
  place: Pick<NodeRow, 'parent_id' | 'order_index'>,
): NodeRow {
  return newNodeRow(ctx, { id, plan_id, ...place, instructions_by: null }, draft)
}

/** Without children and assignees, which have their own events. */
const toNewNode = ({
  search_text: _s,
  deleted_at: _d,
  deleted_with: _w,
  deleted_by: _b,
  instructions_by: _i,
  ...row
}: NodeRow): PlanNode => toNode({ ...row, assignee_ids: null, child_count: 0, completed_child_count: 0 })

/** The event of a new node without children and assignees. */
export const createdEvent = (row: NodeRow): EventDraft => ({
  kind: 'node.created',
  plan_id: row.plan_id,
  node_id: row.id,
  node_title: row.title,
  data: { before: null, after: toNewNode(row) },
  counters: { node_count: 1, text_bytes: textBytes(row), ...countersOf(row.status) },
})

/** The nodes after all changes. */
function withSurroundings(
  nodes: readonly PlanNode[],
  assigned: readonly { node_id: string; user_id: string }[],
): PlanNode[] {
  const byId = new Map(nodes.map((node) => [node.id, { ...node, metadata: { ...node.metadata } }]))
  for (const { parent_id, status } of nodes) {
    const parent = byId.get(parent_id ?? '')
    if (!parent) continue
    parent.metadata.child_count++
    if (status === 'completed') parent.metadata.completed_child_count++
  }
  for (const { node_id, user_id } of assigned) {
    const node = byId.get(node_id)
    if (node) node.assignees = [...node.assignees, user_id]
  }
  return [...byId.values()]
}

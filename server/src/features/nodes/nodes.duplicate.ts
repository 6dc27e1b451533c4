import type { PlanEdge } from '@cairn/contract/api/edges'
import type { PlanNode } from '@cairn/contract/api/nodes'
import { childrenByParent, subtreeOrder } from '@cairn/contract/rules/tree'
import { conflict, notFound } from '../../base/errors.ts'
import { addTo } from '../../base/lists.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import type { EventDraft } from '../../core/event-log.repo.ts'
import { requireAccess } from '../../core/plan-access.ts'
import type { NodeRow } from '../../db/schema.ts'
import { copyEdges } from '../edges/edges.copy.ts'
import { fillOf, type PlanFill, requireFew, requireRoom } from './nodes.budget.ts'
import { insertNodes, listFullSubtreeRows } from './nodes.copy.repo.ts'
import { copiesOf, copyTitle } from './nodes.copy.ts'
import { placeBefore, renumberSiblings } from './nodes.order.repo.ts'
import { requireNode } from './nodes.queries.ts'
import type { FoundNode } from './nodes.repo.ts'
import { nodeSearchText } from './nodes.row.ts'
import { toNode } from './nodes.shape.ts'

/** Duplicates a node with its subtree, and the edges inside it, right after the original. */
export async function duplicateNode(
  ctx: WriteCtx,
  planId: string,
  nodeId: string,
  expected?: number,
): Promise<PlanNode> {
  const plan = await requireAccess(ctx, planId, 'plan.edit')
  const [copy] = await duplicateNodes(ctx, planId, plan, [await requireNode(ctx, planId, nodeId, expected)])
  if (!copy) throw notFound('Node')
  return copy
}

/** A copy of a top, in the database and on its way into it. */
interface Copy {
  top: NodeRow
  /** Its position among its siblings, once all copies exist. */
  order_index: number
  rows: NodeRow[]
}

/**
 * Duplicates each node with its subtree right after it, with the edges among all of them. No node is a descendant of
 * another. Returns the tops of the copies in order. The caller has authorized the plan.
 */
export async function duplicateNodes(
  ctx: WriteCtx,
  planId: string,
  plan: PlanFill,
  nodes: readonly FoundNode[],
): Promise<PlanNode[]> {
  const root = nodes.find(({ node_type }) => node_type === 'root')
  if (root) throw conflict('root_exists', 'This plan already has a root node.', undefined, [root.id])
  const tops = nodes.map(({ id }) => id)
  const rows = await listFullSubtreeRows(ctx.db, planId, tops, ctx.limits.command_nodes + 1)
  requireFew(ctx, rows.length)

  const { ids, copies: made } = await copiesOf(ctx, rows, planId)
  const copies = placeCopies(nodes, new Map(made.map((row) => [row.id, row])), ids)
  const added = copies.flatMap((copy) => copy.rows)
  requireRoom(ctx, plan, fillOf(added))
  // SQLite's search takes the order of insertion for that of the ids.
  await insertNodes(
    ctx.db,
    added.sort((a, b) => (a.id < b.id ? -1 : 1)),
  )
  for (const family of familiesOf(nodes))
    await renumberSiblings(
      ctx.db,
      { plan_id: planId, parent_id: family.parent_id, from: family.from },
      family.nodes.length,
    )
  const edges = edgesOf(copies, await copyEdges(ctx, planId, ids))
  const duplicated = copies.map((copy) => ({ copy, nodes: asTold(copy) }))
  await ctx.emitAll(
    duplicated.map(
      ({ copy, nodes: told }): EventDraft => ({
        kind: 'node.duplicated',
        plan_id: planId,
        node_id: copy.top.id,
        node_title: copy.top.title,
        data: { before: null, after: { count: told.length, nodes: told, edges: edges.get(copy.top.id) ?? [] } },
        counters: fillOf(copy.rows),
      }),
    ),
  )
  const copyOf = new Map(duplicated.map(({ copy, nodes: [top] }) => [copy.top.id, top]))
  return tops.flatMap((id) => copyOf.get(ids.get(id) ?? '') ?? [])
}

interface Family {
  parent_id: string | null
  /** The first place that changes. */
  from: number
  /** In sibling order. */
  nodes: FoundNode[]
}

function familiesOf(nodes: readonly FoundNode[]): Family[] {
  return [...childrenByParent(nodes)].map(([parent_id, siblings]) => ({
    parent_id,
    from: (siblings[0]?.order_index ?? 0) + 1,
    nodes: siblings,
  }))
}

/** Puts each copy before the sibling after its original. Events are emitted in sibling order. */
function placeCopies(
  nodes: readonly FoundNode[],
  made: ReadonlyMap<string, NodeRow>,
  ids: ReadonlyMap<string, string>,
): Copy[] {
  const below = childrenByParent([...made.values()])
  return familiesOf(nodes).flatMap((family) =>
    family.nodes.flatMap((node, place): Copy[] => {
      const copied = made.get(ids.get(node.id) ?? '')
      if (!copied) return []
      const title = copyTitle(copied.title)
      const top = {
        ...copied,
        title,
        search_text: nodeSearchText({ ...copied, title }),
        parent_id: family.parent_id,
        order_index: placeBefore(node.order_index + 1, place, family.nodes.length),
      }
      const rows = [top]
      for (const row of rows) rows.push(...(below.get(row.id) ?? []))
      return [{ top, order_index: node.order_index + 1 + place, rows }]
    }),
  )
}

/** Each edge with the later copy of the two it connects, by the id of its top. */
function edgesOf(copies: readonly Copy[], edges: readonly PlanEdge[]): Map<string, PlanEdge[]> {
  const placeOf = new Map(copies.flatMap(({ rows }, place) => rows.map(({ id }) => [id, place] as const)))
  const byTop = new Map<string, PlanEdge[]>()
  for (const edge of edges) {
    const later = copies[Math.max(placeOf.get(edge.source_id) ?? 0, placeOf.get(edge.target_id) ?? 0)]
    if (later) addTo(byTop, later.top.id, edge)
  }
  return byTop
}

/** As returned: not started and unassigned. */
function asTold({ top, order_index, rows }: Copy): PlanNode[] {
  const placed = rows.map((row) => (row.id === top.id ? { ...row, order_index } : row))
  const children = childrenByParent(placed)
  const nodes = placed.map(({ search_text: _s, deleted_at: _d, deleted_with: _w, deleted_by: _b, ...row }) =>
    toNode({
      ...row,
      assignee_ids: null,
      child_count: children.get(row.id)?.length ?? 0,
      completed_child_count: 0,
    }),
  )
  return subtreeOrder(nodes, top.id)
}

import { OUTLINE_DESCRIPTION_MAX, type PlanNode, TRASH_PAGE_MAX, type TrashedNode } from '@cairn/contract/api/nodes'
import { z } from 'zod'
import { notFound } from '../../base/errors.ts'
import type { Ctx } from '../../core/ctx.ts'
import { pageOf, readCursor, writeCursor } from '../../core/cursors.ts'
import { authorizePlan, requireAccess } from '../../core/plan-access.ts'
import { trashedSince } from '../../core/trash.ts'
import { requireVersion } from '../../core/versions.ts'
import { readInSlices } from '../../db/dialect.ts'
import { longSnapshot, snapshot } from '../../db/snapshot.ts'
import { listNodeRows, listNodeRowsAfter, listPlanAssignees } from './nodes.list.repo.ts'
import { listAncestorIds } from './nodes.order.repo.ts'
import { type FoundNode, findManyNodes, findNode, findNodeIdsEnding, listChildren } from './nodes.repo.ts'
import { toNode, toNodes, toTrashed } from './nodes.shape.ts'
import { findTrashed, listTrash } from './nodes.trash.repo.ts'

export type { FoundNode }

/**
 * An undeleted node of this plan, as a row and of the expected version; 404 for any other id. The caller has authorized
 * the plan.
 */
export async function requireNode(ctx: Ctx, planId: string, nodeId: string, expected?: number): Promise<FoundNode> {
  const node = await findNode(ctx.db, planId, nodeId)
  if (!node) throw notFound('Node')
  await requireNodeVersion(node, expected)
  return node
}

/** 409 `version_conflict` with the current node. */
export const requireNodeVersion = (node: FoundNode, expected: number | undefined): Promise<void> =>
  requireVersion('node', node, expected, () => toNode(node))

/** An undeleted node as a row, or undefined. The caller has authorized the plan. */
export const readNode = (ctx: Ctx, planId: string, nodeId: string): Promise<FoundNode | undefined> =>
  findNode(ctx.db, planId, nodeId)

/** Those of the nodes that are not deleted, as rows by id. The caller has authorized the plan. */
export async function readManyNodes(
  ctx: Ctx,
  planId: string,
  nodeIds: readonly string[],
): Promise<Map<string, FoundNode>> {
  return new Map((await findManyNodes(ctx.db, planId, nodeIds)).map((node) => [node.id, node]))
}

export async function getNode(ctx: Ctx, planId: string, nodeId: string): Promise<PlanNode> {
  await requireAccess(ctx, planId, 'plan.read')
  return toNode(await requireNode(ctx, planId, nodeId))
}

/** At most this many nodes, and bytes of text, are read in one turn of the event loop. */
const TURN_NODES = 1_000
const TURN_BYTES = 2 * 1024 * 1024

/**
 * Every node of a plan in display order, and what `alongside` reads, both of one moment. A large plan is read in slices
 * that yield to others.
 */
export async function readNodes<T>(
  ctx: Ctx,
  planId: string,
  alongside: (at: Ctx) => Promise<T>,
): Promise<{ nodes: PlanNode[]; beside: T }> {
  const plan = await requireAccess(ctx, planId, 'plan.read')
  const isLarge = plan.node_count > TURN_NODES || plan.text_bytes > TURN_BYTES
  const { rows, assigned, beside } = await (isLarge ? longSnapshot : snapshot)(ctx, async (at) => ({
    beside: await alongside(at),
    rows: isLarge
      ? await readInSlices(at.db, (slice) => listNodeRowsAfter(at.db, { plan_id: planId, ...slice }))
      : await listNodeRows(at.db, planId),
    assigned: await listPlanAssignees(at.db, planId),
  }))
  return { nodes: await toNodes(rows, assigned), beside }
}

const TrashPosition = z.strictObject({ deleted_at: z.string(), order_index: z.int(), id: z.uuid() })

/**
 * Deleted nodes that can be restored, latest first, with the person who deleted them; and the start of the next page.
 */
export async function readTrash(
  ctx: Ctx,
  planId: string,
  { limit = TRASH_PAGE_MAX, cursor }: { limit?: number; cursor?: string },
): Promise<{ nodes: TrashedNode[]; next: string | null }> {
  await requireAccess(ctx, planId, 'plan.read')
  const after = readCursor('trash', TrashPosition, cursor)
  const place = { limit: limit + 1, after, since: trashedSince(ctx) }
  const rows = await listTrash(ctx.db, planId, { ...place, descriptionMax: OUTLINE_DESCRIPTION_MAX })
  const { shown, next } = pageOf(rows.map(toTrashed), limit, ({ deleted_at, order_index, id }) =>
    writeCursor('trash', { deleted_at, order_index, id }),
  )
  return { nodes: shown, next }
}

/** A node in the trash as it was. */
export async function readTrashedNode(ctx: Ctx, planId: string, nodeId: string): Promise<PlanNode> {
  const node = await findTrashed(ctx.db, planId, nodeId)
  if (!node) throw notFound('Node')
  return toNode({ ...node, assignee_ids: null, child_count: 0, completed_child_count: 0 })
}

/** The path from the top level down to the node. The caller has authorized the plan. */
export async function readAncestry(ctx: Ctx, planId: string, nodeId: string): Promise<PlanNode[]> {
  const ids = await listAncestorIds(ctx.db, planId, nodeId)
  if (ids.length === 0) throw notFound('Node')
  const found = new Map((await findManyNodes(ctx.db, planId, ids)).map((node) => [node.id, toNode(node)]))
  return ids.reverse().flatMap((id) => found.get(id) ?? [])
}

export const getAncestry = (ctx: Ctx, planId: string, nodeId: string) =>
  snapshot(ctx, async (at) => {
    const plan = await authorizePlan(at, planId, 'plan.read')
    return { plan: { id: plan.id, title: plan.title }, ancestry: await readAncestry(at, planId, nodeId) }
  })

/** Whether reading the node's children takes several turns of the event loop. */
export const hasManyChildren = ({ child_count }: FoundNode): boolean => (child_count ?? 0) > MANY_CHILDREN
const MANY_CHILDREN = 100

/**
 * The undeleted nodes whose id ends in one of `ends`, by that end. Each different length of end takes time that grows
 * with the plan. The caller has authorized the plan.
 */
export const readNodeIdsEnding = (ctx: Ctx, planId: string, ends: readonly string[]): Promise<Map<string, string[]>> =>
  findNodeIdsEnding(ctx.db, planId, ends)

/** Rows of the children in sibling order. The caller has authorized the plan. */
export const readChildren = (ctx: Ctx, planId: string, nodeId: string): Promise<FoundNode[]> =>
  listChildren(ctx.db, planId, nodeId)

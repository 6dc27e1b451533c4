import type { BulkChange, BulkNode } from '@cairn/contract/api/nodeBulk'
import type { ReadyTask } from '@cairn/contract/api/nodes'
import { AppError, conflict, invalid, notFound } from '../../base/errors.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { requireAccess } from '../../core/plan-access.ts'
import { readUnblocked } from '../ready-tasks/ready-tasks.unblocked.ts'
import { requireFew } from './nodes.budget.ts'
import { type Before, changeNodes, type NewValues } from './nodes.changes.ts'
import { duplicateNodes } from './nodes.duplicate.ts'
import { listParents } from './nodes.order.repo.ts'
import { type FoundNode, findManyNodes } from './nodes.repo.ts'
import { restoreNodes } from './nodes.restore.ts'
import { toNode } from './nodes.shape.ts'
import { listTrashedMembers } from './nodes.trash.repo.ts'
import { removeNodes } from './nodes.trash.ts'

/**
 * Applies one change to many nodes in one transaction and one run. Descendants of a selected node move with it. Returns
 * the changed nodes in the given order: the tops of copies, and none that were deleted.
 */
export async function changeManyNodes(ctx: WriteCtx, planId: string, change: BulkChange): Promise<BulkNode[]> {
  requireDistinct(change)
  try {
    return await changeAll(ctx, planId, change)
  } catch (error) {
    throw naming(change, error)
  }
}

const idsOf = ({ node_ids, changes }: BulkChange): string[] => node_ids ?? changes?.map(({ id }) => id) ?? []

/** `expected_versions` names only nodes to be changed; `changes` names each node once. */
function requireDistinct(change: BulkChange): void {
  const ids = idsOf(change)
  const named = new Set(ids)
  for (const id of Object.keys(change.expected_versions ?? {}))
    if (!named.has(id))
      throw invalid(`expected_versions.${id}`, 'expected_versions names a node that node_ids does not')
  if (!change.changes || named.size === ids.length) return
  const again = ids.findIndex((id, index) => ids.indexOf(id) < index)
  throw invalid(`changes.${again}.id`, 'changes names a node twice')
}

/** The same error with each affected node by its index; a version conflict includes the current row. */
function naming(change: BulkChange, error: unknown): unknown {
  if (!(error instanceof AppError) || !error.about) return error
  const { status, code, message, about } = error
  // One parent for all of them, so the field is the cause, not a node.
  if (change.node_ids && (code === 'too_deep' || (code === 'node_not_found' && error.details))) return error
  const list = change.changes ? 'changes' : 'node_ids'
  const ids = idsOf(change)
  const current = code === 'version_conflict' ? new Map(Object.entries(error.details as object)) : null
  const branch = code === 'outside_branch' ? (error.details as object) : {}
  const details = about.flatMap((id) => {
    const index = ids.indexOf(id)
    // A former or new parent, which the call does not list.
    if (index === -1) return []
    return { path: `${list}.${index}`, index, id, message, ...branch, ...(current ? { current: current.get(id) } : {}) }
  })
  return details.length === 0 ? error : new AppError(status, code, message, { details })
}

async function changeAll(ctx: WriteCtx, planId: string, change: BulkChange): Promise<BulkNode[]> {
  const plan = await requireAccess(ctx, planId, 'plan.edit')
  const ids = [...new Set(idsOf(change))]
  requireFew(ctx, ids.length)
  ctx.groupEvents()
  const expected = change.expected_versions ?? versionsIn(change)
  if (change.restore) {
    const along = new Set(
      (await listTrashedMembers(ctx.db, planId, ids)).flatMap(({ id, top }) => (id === top ? [] : id)),
    )
    const tops = ids.filter((id) => !along.has(id))
    await restoreNodes(ctx, plan, tops, expected)
    const restored = await requireNodes(ctx, planId, ids)
    requireVersions(
      restored.filter(({ id }) => along.has(id)),
      expected,
    )
    return answer(restored)
  }
  const nodes = await requireNodes(ctx, planId, ids)
  requireVersions(nodes, expected)
  if (change.delete) {
    await removeNodes(ctx, planId, await topmost(ctx, planId, nodes))
    return []
  }
  if (change.duplicate) {
    const copies = await duplicateNodes(ctx, planId, plan, await topmost(ctx, planId, nodes))
    return copies.map((node) => ({ ...node, before: {} }))
  }
  const wanted = change.changes ?? (await eachOf(ctx, planId, nodes, change))
  const before = await changeNodes(ctx, plan, nodes, wanted)
  const after = await requireNodes(ctx, planId, ids)
  const statuses = new Map(after.map(({ id, status }) => [id, status]))
  const changed = nodes.map((node) => ({ node, status: statuses.get(node.id) ?? node.status }))
  return answer(after, before, await readUnblocked(ctx, planId, changed))
}

const versionsIn = ({ changes }: BulkChange): Record<string, number> =>
  Object.fromEntries(
    (changes ?? []).flatMap(({ id, expected_version }) =>
      expected_version === undefined ? [] : [[id, expected_version]],
    ),
  )

const answer = (
  nodes: readonly FoundNode[],
  before?: ReadonlyMap<string, Before>,
  unblocked?: ReadonlyMap<string, ReadyTask[]>,
): BulkNode[] =>
  nodes.map((node) => {
    const ready = unblocked?.get(node.id)
    return { ...toNode(node), before: before?.get(node.id) ?? {}, ...(ready && { unblocked: ready }) }
  })

/** One action on all nodes, as a change for each. */
async function eachOf(
  ctx: WriteCtx,
  planId: string,
  nodes: readonly FoundNode[],
  { status, node_type, due_date, parent_id, assign, unassign }: BulkChange,
): Promise<NewValues[]> {
  if (parent_id !== undefined)
    return (await topmost(ctx, planId, nodes)).map(({ id }) => ({ id, parent_id, order_index: null }))
  return nodes.map((node) => {
    const { id, assignees } = toNode(node)
    if (assign !== undefined) return { id, assignees: [...new Set([...assignees, assign])] }
    if (unassign !== undefined) return { id, assignees: assignees.filter((known) => known !== unassign) }
    return { id, status, node_type, due_date }
  })
}

/** Undeleted nodes of the plan, in the given order; 404 if one is missing. */
async function requireNodes(ctx: WriteCtx, planId: string, ids: readonly string[]): Promise<FoundNode[]> {
  const found = new Map((await findManyNodes(ctx.db, planId, ids)).map((node) => [node.id, node]))
  const missing = ids.filter((id) => !found.has(id))
  if (missing.length > 0) throw notFound('Node', missing)
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** 409 `version_conflict` for every node of another version than expected, with the current ones by id. */
function requireVersions(nodes: readonly FoundNode[], expected: Readonly<Record<string, number>>): void {
  const others = nodes.filter(({ id, version }) => (expected[id] ?? version) !== version)
  if (others.length === 0) return
  throw conflict(
    'version_conflict',
    'This node has changed since you loaded it.',
    Object.fromEntries(others.map((node) => [node.id, toNode(node)])),
    others.map(({ id }) => id),
  )
}

/** The nodes that are not descendants of another one. */
export async function topmost(ctx: WriteCtx, planId: string, nodes: readonly FoundNode[]): Promise<FoundNode[]> {
  const parents = await listParents(ctx.db, planId, nodes)
  // Whether a node is among them or a descendant of one, with one query per ancestor.
  const covered = new Map<string | null, boolean>([[null, false]])
  const chosen = new Set(nodes.map(({ id }) => id))
  const isCovered = (id: string | null): boolean => {
    const path: string[] = []
    let above = id
    while (above !== null && !covered.has(above) && !chosen.has(above)) {
      path.push(above)
      above = parents.get(above) ?? null
    }
    const found = above !== null && (chosen.has(above) || covered.get(above) === true)
    for (const passed of path) covered.set(passed, found)
    return found
  }
  return nodes.filter(({ parent_id }) => !isCovered(parent_id))
}

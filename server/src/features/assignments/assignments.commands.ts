import { isDeepStrictEqual } from 'node:util'
import { LIMITS } from '@cairn/contract/api/common'
import type { Assignment } from '@cairn/contract/api/nodes'
import { AppError, conflict, invalid, notFound } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import { addTo } from '../../base/lists.ts'
import { requireNotHeldByOthers } from '../../core/claims.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import type { EventDraft } from '../../core/event-log.repo.ts'
import { requireUndeletedNode } from '../../core/nodes.ts'
import { requirePerson } from '../../core/person.ts'
import { authorizePlan, requireAccess } from '../../core/plan-access.ts'
import { isMember, listMemberIds } from '../../core/plan-members.ts'
import { slicesOf } from '../../db/dialect.ts'
import { type Insert, insertsOf } from '../../db/inserts.ts'
import type { AssignmentRow } from '../../db/schema.ts'
import { watchAutomatically, watchFromTheStart, watchManyAutomatically } from '../watches/watches.commands.ts'
import { readAssignments } from './assignments.queries.ts'
import {
  deleteAssignment,
  deleteAssignments,
  insertAssignments,
  listAssignedNodes,
  listAssignmentIds,
} from './assignments.repo.ts'

const MEMBERS_ONLY = 'Only members of the plan can be assigned'
const FULL = `A node can have at most ${LIMITS.assignees} assignees`

/** Assigns a member of the plan. Does nothing if already assigned. */
export async function assign(ctx: WriteCtx, planId: string, nodeId: string, userId: string): Promise<Assignment> {
  const plan = await authorizePlan(ctx, planId, 'plan.edit')
  const node = await requireUndeletedNode(ctx, planId, nodeId)
  await requireNotHeldByOthers(ctx, planId, [nodeId])
  if (!(await isMember(ctx, plan, userId))) throw invalid('user_id', MEMBERS_ONLY)
  const user = await requirePerson(ctx, userId)
  const known = await readAssignments(ctx, planId, nodeId)
  const existing = known.find(({ user_id }) => user_id === userId)
  if (existing) return existing
  if (known.length >= LIMITS.assignees) throw invalid('user_id', FULL)
  const row = {
    id: newId(),
    plan_id: planId,
    node_id: nodeId,
    user_id: userId,
    assigned_by: ctx.actor.id,
    assigned_at: ctx.now,
  }
  await insertAssignments(ctx.db, [row])
  await watchAutomatically(ctx, planId, nodeId, [userId])
  await ctx.emit({
    kind: 'node.assigned',
    plan_id: planId,
    node_id: nodeId,
    node_title: node.title,
    data: { before: null, after: { user_id: userId, assignment_id: row.id } },
  })
  const { plan_id: _, ...assignment } = row
  return { ...assignment, user }
}

/** Puts rows into a plan that begins with them. Their people are members, and watch the nodes from then on. */
export const insertsOfAssignments = (rows: readonly AssignmentRow[]): readonly Insert[] =>
  insertsOf(rows, async (tx, part) => {
    await insertAssignments(tx, part)
    await watchFromTheStart(tx, part)
  })

interface NewAssignment {
  node_id: string
  node_title: string
  user_id: string
  /** Of the assignment that this one replaces. */
  assigned_by?: string
  assigned_at?: string
}

/** Assigns members to nodes; existing assignments are unchanged. The caller has authorized the plan. */
export async function assignMany(ctx: WriteCtx, planId: string, assigned: readonly NewAssignment[]): Promise<void> {
  if (assigned.length === 0) return
  const rows = assigned.map((assignment) => ({ id: newId(), ...assignment }))
  await insertAssignments(
    ctx.db,
    rows.map(({ id, node_id, user_id, assigned_by = ctx.actor.id, assigned_at = ctx.now }) => ({
      ...{ plan_id: planId, id, node_id, user_id, assigned_by, assigned_at },
    })),
  )
  await watchManyAutomatically(ctx, planId, assigned)
  await ctx.emitAll(
    rows.map(({ id, node_id, node_title, user_id }) => ({
      kind: 'node.assigned',
      plan_id: planId,
      node_id,
      node_title,
      data: { before: null, after: { user_id, assignment_id: id } },
    })),
  )
}

interface Assigned {
  node_id: string
  node_title: string
  before: readonly string[]
  /** The assignees after the change, first assigned first. */
  after: readonly string[]
}

/** Sets the assignees of many nodes, in order. Returns the ones that changed. The caller has authorized the plan. */
export async function setManyAssignees(
  ctx: WriteCtx,
  plan: { id: string },
  nodes: readonly Assigned[],
): Promise<readonly Assigned[]> {
  const off: { node_id: string; node_title: string; user_id: string }[] = []
  const on: typeof off = []
  const changed = nodes.filter(({ before, after, ...node }) => {
    const wanted = [...new Set(after)]
    const kept = new Set(keptAssignees(before, wanted))
    const [left, added] = [before, wanted].map((ids) => ids.filter((id) => !kept.has(id))) as [string[], string[]]
    off.push(...left.map((user_id) => ({ ...node, user_id })))
    on.push(...added.map((user_id) => ({ ...node, user_id })))
    return left.length + added.length > 0
  })
  if (changed.length === 0) return changed
  const known = new Map(nodes.map(({ node_id, before }) => [node_id, new Set(before)]))
  const isNew = ({ node_id, user_id }: { node_id: string; user_id: string }) => !known.get(node_id)?.has(user_id)
  const members = new Set(await listMemberIds(ctx, plan.id))
  requireNone(
    MEMBERS_ONLY,
    on.filter((added) => !members.has(added.user_id) && isNew(added)),
  )
  const newOnes = new Set(on.filter(isNew).map(({ node_id }) => node_id))
  const full = changed.filter(({ node_id, after }) => new Set(after).size > LIMITS.assignees && newOnes.has(node_id))
  requireNone(FULL, full)

  const replaced = await removeAssignments(ctx, plan.id, off)
  await assignMany(
    ctx,
    plan.id,
    on.map((added) => ({ ...added, ...replaced.get(keyOf(added)) })),
  )
  return changed
}

/** Nodes that an error is about. */
function requireNone(message: string, nodes: readonly { node_id: string }[]): void {
  if (nodes.length === 0) return
  throw new AppError(400, 'invalid_input', message, { about: [...new Set(nodes.map(({ node_id }) => node_id))] })
}

/**
 * Whose assignments stay: the longest start of the new list that is in order already. Order is the order of assignment,
 * so everyone after them is assigned again.
 */
function keptAssignees(before: readonly string[], wanted: readonly string[]): readonly string[] {
  let from = 0
  const end = wanted.findIndex((id) => {
    const place = before.indexOf(id, from)
    from = place + 1
    return place < 0
  })
  return end < 0 ? wanted : wanted.slice(0, end)
}

/** Sets everyone who is assigned to a node, in order. Does nothing if unchanged. 409 if the list is not the expected one. */
export async function setAssignees(
  ctx: WriteCtx,
  planId: string,
  nodeId: string,
  { user_ids: userIds, expected_user_ids }: { user_ids: readonly string[]; expected_user_ids?: string[] | null },
): Promise<Assignment[]> {
  const plan = await requireAccess(ctx, planId, 'plan.edit')
  const node = await requireUndeletedNode(ctx, planId, nodeId)
  await requireNotHeldByOthers(ctx, planId, [nodeId])
  const current = await readAssignments(ctx, planId, nodeId)
  const before = current.map(({ user_id }) => user_id)
  // The list is its own version: assigning people does not change that of the node.
  if (expected_user_ids && !isDeepStrictEqual(expected_user_ids, before))
    throw conflict('version_conflict', 'The assignees have changed since you loaded them.', current)
  const members = new Set(await listMemberIds(ctx, planId))
  const stranger = userIds.findIndex((id) => !members.has(id) && !before.includes(id))
  if (stranger >= 0) throw invalid(`user_ids.${stranger}`, MEMBERS_ONLY)
  await setManyAssignees(ctx, plan, [{ node_id: nodeId, node_title: node.title, before, after: userIds }])
  return readAssignments(ctx, planId, nodeId)
}

/** 404 `assignment_not_found` if the person is not assigned; 400 without a person, once access is certain. */
export async function unassign(
  ctx: WriteCtx,
  planId: string,
  nodeId: string,
  userId: string | undefined,
): Promise<void> {
  await requireAccess(ctx, planId, 'plan.edit')
  const node = await requireUndeletedNode(ctx, planId, nodeId)
  if (!userId) throw invalid('user_id', 'user_id is required')
  await requireNotHeldByOthers(ctx, planId, [nodeId])
  const deleted = await deleteAssignment(ctx.db, planId, nodeId, userId)
  if (!deleted) throw notFound('Assignment')
  await emitUnassigned(ctx, planId, node, { user_id: userId, assignment_id: deleted })
}

/** Removes every assignment of a person who leaves the plan. The caller has authorized the plan. */
export async function unassignEverywhere(ctx: WriteCtx, planId: string, userId: string): Promise<void> {
  for (const nodes of slicesOf(ctx.db, await listAssignedNodes(ctx.db, planId, userId))) {
    const deleted = await deleteAssignments(
      ctx.db,
      planId,
      userId,
      nodes.map(({ id }) => id),
    )
    const ids = new Map(deleted.map(({ id, node_id }) => [node_id, id]))
    const visible = nodes.filter(({ deleted_at }) => deleted_at === null)
    await ctx.emitAll(
      visible.map(({ id, title }) =>
        unassignedEvent(planId, { node_id: id, node_title: title, user_id: userId, assignment_id: ids.get(id) }),
      ),
    )
  }
}

interface RemovedAssignment {
  node_id: string
  node_title: string
  user_id: string
  /** Of the deleted row, if known. */
  assignment_id?: string
}

/** Removes existing assignments. Returns who had made them, and when. The caller has authorized the plan. */
export async function removeAssignments(
  ctx: WriteCtx,
  planId: string,
  removed: readonly RemovedAssignment[],
): Promise<Map<string, { assigned_by: string; assigned_at: string }>> {
  const ids = new Map<string, string>()
  const made = new Map<string, { assigned_by: string; assigned_at: string }>()
  for (const [user_id, nodeIds] of nodesByUser(removed))
    for (const { id, node_id, ...by } of await deleteAssignments(ctx.db, planId, user_id, nodeIds)) {
      ids.set(keyOf({ node_id, user_id }), id)
      made.set(keyOf({ node_id, user_id }), by)
    }
  await ctx.emitAll(removed.map((node) => unassignedEvent(planId, { ...node, assignment_id: ids.get(keyOf(node)) })))
  return made
}

const keyOf = ({ node_id, user_id }: { node_id: string; user_id: string }): string => `${node_id} ${user_id}`

/** Assigns members again who were taken off, in their old order. The caller has authorized the plan. */
export async function restoreAssignments(
  ctx: WriteCtx,
  planId: string,
  removed: readonly RemovedAssignment[],
): Promise<void> {
  if (removed.length === 0) return
  const rows = removed.map(({ assignment_id = newId(), node_id, user_id }) => ({
    id: assignment_id,
    plan_id: planId,
    node_id,
    user_id,
    assigned_by: ctx.actor.id,
    assigned_at: ctx.now,
  }))
  await insertAssignments(ctx.db, rows)
  const order = await listAssignmentIds(
    ctx.db,
    planId,
    rows.map(({ node_id }) => node_id),
  )
  const idsOfNode = new Map<string, string[]>()
  for (const { id, node_id } of order) addTo(idsOfNode, node_id, id)
  await ctx.emitAll(
    rows.map(({ id, node_id, user_id }, i) => ({
      kind: 'node.assigned',
      plan_id: planId,
      node_id,
      node_title: removed[i]?.node_title,
      data: { before: null, after: { user_id, assignment_id: id, index: idsOfNode.get(node_id)?.indexOf(id) } },
    })),
  )
}

function nodesByUser(assigned: readonly { node_id: string; user_id: string }[]): Map<string, string[]> {
  const nodes = new Map<string, string[]>()
  for (const { user_id, node_id } of assigned) {
    addTo(nodes, user_id, node_id)
  }
  return nodes
}

async function emitUnassigned(
  ctx: WriteCtx,
  planId: string,
  node: { id: string; title: string },
  removed: { user_id: string; assignment_id: string | undefined },
): Promise<void> {
  await ctx.emit(unassignedEvent(planId, { node_id: node.id, node_title: node.title, ...removed }))
}

const unassignedEvent = (
  plan_id: string,
  {
    node_id,
    node_title,
    ...removed
  }: { node_id: string; node_title: string; user_id: string; assignment_id: string | undefined },
): EventDraft => ({
  kind: 'node.unassigned',
  plan_id,
  node_id,
  node_title,
  data: { before: removed, after: null },
})

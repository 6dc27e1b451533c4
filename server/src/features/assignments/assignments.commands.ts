import type { Assignment } from '@cairn/contract/api/nodes'
import { AppError, invalid, notFound } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import type { EventDraft } from '../../core/event-log.repo.ts'
import { authorizePlan, requireAccess } from '../../core/plan-access.ts'
import { requireUndeletedNode } from '../nodes/nodes.queries.ts'
import { isMember, listMemberIds } from '../plans/plans.members.ts'
import { requirePerson } from '../users/person.ts'
import { readAssignments } from './assignments.queries.ts'
import {
  deleteAssignment,
  deleteAssignments,
  insertAssignment,
  insertAssignments,
  listAssignedNodes,
  listAssignmentIds,
} from './assignments.repo.ts'

/** Assigns a member of the plan. Does nothing if already assigned. */
export async function assign(ctx: WriteCtx, planId: string, nodeId: string, userId: string): Promise<Assignment> {
  const plan = await authorizePlan(ctx, planId, 'plan.edit')
  const node = await requireUndeletedNode(ctx, planId, nodeId)
  if (!(await isMember(ctx, plan, userId))) throw invalid('user_id', 'Only members of the plan can be assigned')
  const user = await requirePerson(ctx, userId)
  const row = {
    id: newId(),
    plan_id: planId,
    node_id: nodeId,
    user_id: userId,
    assigned_by: ctx.actor.id,
    assigned_at: ctx.now,
  }
  if (!(await insertAssignment(ctx.db, row))) {
    const [existing] = (await readAssignments(ctx, planId, nodeId)).filter(({ user_id }) => user_id === userId)
    if (existing) return existing
  }
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

/** Assigns members to nodes; existing assignments are unchanged. The caller has authorized the plan. */
export async function assignMany(
  ctx: WriteCtx,
  planId: string,
  assigned: readonly { node_id: string; node_title: string; user_id: string }[],
): Promise<void> {
  if (assigned.length === 0) return
  const rows = assigned.map(({ node_id, node_title, user_id }) => ({ id: newId(), node_id, node_title, user_id }))
  await insertAssignments(
    ctx.db,
    rows.map(({ node_title: _, ...row }) => ({
      ...row,
      plan_id: planId,
      assigned_by: ctx.actor.id,
      assigned_at: ctx.now,
    })),
  )
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
export async function setAssignees(
  ctx: WriteCtx,
  plan: { id: string },
  nodes: readonly Assigned[],
): Promise<readonly Assigned[]> {
  const off: { node_id: string; node_title: string; user_id: string }[] = []
  const on: typeof off = []
  const changed = nodes.filter(({ before, after, ...node }) => {
    const wanted = [...new Set(after)]
    const same = before.findIndex((id, place) => id !== wanted[place])
    const stays = same < 0 ? before.length : same
    // Order is the order of assignment: from the first difference on, everyone is assigned again.
    off.push(...before.slice(stays).map((user_id) => ({ ...node, user_id })))
    on.push(...wanted.slice(stays).map((user_id) => ({ ...node, user_id })))
    return stays < before.length || stays < wanted.length
  })
  if (changed.length === 0) return changed
  const known = new Map(nodes.map(({ node_id, before }) => [node_id, new Set(before)]))
  const members = new Set(await listMemberIds(ctx, plan.id))
  const strangers = on.filter(({ node_id, user_id }) => !members.has(user_id) && !known.get(node_id)?.has(user_id))
  if (strangers.length > 0)
    throw new AppError(400, 'invalid_input', 'Only members of the plan can be assigned', {
      about: [...new Set(strangers.map(({ node_id }) => node_id))],
    })

  await removeAssignments(ctx, plan.id, off)
  await assignMany(ctx, plan.id, on)
  return changed
}

/** 404 `assignment_not_found` if the person is not assigned. */
export async function unassign(ctx: WriteCtx, planId: string, nodeId: string, userId: string): Promise<void> {
  await requireAccess(ctx, planId, 'plan.edit')
  const node = await requireUndeletedNode(ctx, planId, nodeId)
  const deleted = await deleteAssignment(ctx.db, planId, nodeId, userId)
  if (!deleted) throw notFound('Assignment')
  await emitUnassigned(ctx, planId, node, { user_id: userId, assignment_id: deleted })
}

/** Removes every assignment of a person who leaves the plan. The caller has authorized the plan. */
export async function unassignEverywhere(ctx: WriteCtx, planId: string, userId: string): Promise<void> {
  for (const node of await listAssignedNodes(ctx.db, planId, userId)) {
    const assignment_id = await deleteAssignment(ctx.db, planId, node.id, userId)
    if (node.deleted_at === null) await emitUnassigned(ctx, planId, node, { user_id: userId, assignment_id })
  }
}

interface RemovedAssignment {
  node_id: string
  node_title: string
  user_id: string
  /** Of the deleted row, if known. */
  assignment_id?: string
}

/** Takes existing assignments away. The caller has authorized the plan. */
export async function removeAssignments(
  ctx: WriteCtx,
  planId: string,
  removed: readonly RemovedAssignment[],
): Promise<void> {
  const ids = new Map<string, string>()
  for (const [userId, nodeIds] of nodesByUser(removed))
    for (const { id, node_id } of await deleteAssignments(ctx.db, planId, userId, nodeIds))
      ids.set(`${node_id} ${userId}`, id)
  await ctx.emitAll(
    removed.map((node) =>
      unassignedEvent(planId, { ...node, assignment_id: ids.get(`${node.node_id} ${node.user_id}`) }),
    ),
  )
}

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
  for (const { id, node_id } of order) idsOfNode.set(node_id, [...(idsOfNode.get(node_id) ?? []), id])
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
    const known = nodes.get(user_id)
    if (known) known.push(node_id)
    else nodes.set(user_id, [node_id])
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

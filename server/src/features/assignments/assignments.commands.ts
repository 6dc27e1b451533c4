import type { Assignment } from '@cairn/contract/api/nodes'
import type { WriteCtx } from '../../core/ctx.ts'
import { invalid, notFound } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { requireLivingNode } from '../nodes/nodes.queries.ts'
import { authorizePlan, requireAccess } from '../plans/plans.access.ts'
import { isMember } from '../plans/plans.members.ts'
import { requirePerson } from '../users/person.ts'
import { readAssignments } from './assignments.queries.ts'
import { deleteAssignment, insertAssignment, insertAssignments, listAssignedNodes } from './assignments.repo.ts'

/** Assigns a member of the plan; assigning again answers what is there and tells nobody. */
export async function assign(ctx: WriteCtx, planId: string, nodeId: string, userId: string): Promise<Assignment> {
  const plan = await authorizePlan(ctx, planId, 'plan.edit')
  const node = await requireLivingNode(ctx, planId, nodeId)
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
    data: { before: null, after: { user_id: userId } },
  })
  const { plan_id: _, ...assignment } = row
  return { ...assignment, user }
}

/** Assigns members to nodes that have just been made, each once. The caller has authorised the plan. */
export async function assignNewNodes(
  ctx: WriteCtx,
  planId: string,
  assigned: readonly { node_id: string; node_title: string; user_id: string }[],
): Promise<void> {
  if (assigned.length === 0) return
  await insertAssignments(
    ctx.db,
    assigned.map(({ node_id, user_id }) => ({
      id: newId(),
      plan_id: planId,
      node_id,
      user_id,
      assigned_by: ctx.actor.id,
      assigned_at: ctx.now,
    })),
  )
  await ctx.emitAll(
    assigned.map(({ node_id, node_title, user_id }) => ({
      kind: 'node.assigned',
      plan_id: planId,
      node_id,
      node_title,
      data: { before: null, after: { user_id } },
    })),
  )
}

/** 404 `assignment_not_found` when the person is not assigned. */
export async function unassign(ctx: WriteCtx, planId: string, nodeId: string, userId: string): Promise<void> {
  await requireAccess(ctx, planId, 'plan.edit')
  const node = await requireLivingNode(ctx, planId, nodeId)
  if (!(await deleteAssignment(ctx.db, planId, nodeId, userId))) throw notFound('Assignment')
  await tell(ctx, planId, node, userId)
}

/** Takes back every assignment of a person who leaves the plan. The caller has authorised the plan. */
export async function unassignEverywhere(ctx: WriteCtx, planId: string, userId: string): Promise<void> {
  for (const node of await listAssignedNodes(ctx.db, planId, userId)) {
    await deleteAssignment(ctx.db, planId, node.id, userId)
    if (node.deleted_at === null) await tell(ctx, planId, node, userId)
  }
}

async function tell(ctx: WriteCtx, planId: string, node: { id: string; title: string }, userId: string): Promise<void> {
  await ctx.emit({
    kind: 'node.unassigned',
    plan_id: planId,
    node_id: node.id,
    node_title: node.title,
    data: { before: { user_id: userId }, after: null },
  })
}

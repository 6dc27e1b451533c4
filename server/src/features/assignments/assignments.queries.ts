import type { Assignment } from '@cairn/contract/api/nodes'
import type { Ctx } from '../../core/ctx.ts'
import { requireUndeletedNode } from '../../core/nodes.ts'
import { toPerson } from '../../core/person.ts'
import { requireAccess } from '../../core/plan-access.ts'
import { listAssignmentIds, listAssignmentRows } from './assignments.repo.ts'

export async function listAssignments(ctx: Ctx, planId: string, nodeId: string): Promise<Assignment[]> {
  await requireAccess(ctx, planId, 'plan.read')
  await requireUndeletedNode(ctx, planId, nodeId)
  return readAssignments(ctx, planId, nodeId)
}

/** First assignment first. The caller has authorized the plan. */
export async function readAssignments(ctx: Ctx, planId: string, nodeId: string): Promise<Assignment[]> {
  const rows = await listAssignmentRows(ctx.db, planId, nodeId)
  return rows.map(({ name, email, avatar_key, ...assignment }) => ({
    ...assignment,
    user: toPerson({ id: assignment.user_id, name, email, avatar_key }),
  }))
}

/** The assignments of many nodes, first assignment first. The caller has authorized the plan. */
export const readManyAssignments = (ctx: Ctx, planId: string, nodeIds: readonly string[]) =>
  listAssignmentIds(ctx.db, planId, nodeIds)

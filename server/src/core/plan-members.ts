import type { Person } from '@cairn/contract/api/common'
import type { PlanRole } from '@cairn/contract/rules/permissions'
import type { Ctx } from './ctx.ts'
import { requirePerson, toPerson } from './person.ts'
import { findPlanWithRole, listMemberRows } from './plan-access.repo.ts'
import { type AuthorizedPlan, authorizePlan, requireAccess } from './plan-access.ts'

/** Whether a person owns or shares this plan. The caller has authorized the plan. */
export async function isMember(ctx: Ctx, plan: AuthorizedPlan, userId: string): Promise<boolean> {
  if (userId === plan.owner_id) return true
  const found = await findPlanWithRole(ctx.db, plan.id, userId)
  return Boolean(found?.collaborator_role)
}

/** Everyone who owns or shares the plan. */
export async function listMemberIds(ctx: Ctx, planId: string): Promise<string[]> {
  const { owner_id } = await requireAccess(ctx, planId, 'plan.read')
  return [owner_id, ...(await listMemberRows(ctx.db, planId)).map(({ id }) => id)]
}

/** The owner first, then the members in the order they joined. */
export async function listAvailableUsers(ctx: Ctx, planId: string): Promise<(Person & { role: PlanRole })[]> {
  const plan = await authorizePlan(ctx, planId, 'plan.read')
  const owner = await requirePerson(ctx, plan.owner_id)
  const members = await listMemberRows(ctx.db, planId)
  return [{ ...owner, role: 'owner' }, ...members.map(({ role, ...user }) => ({ ...toPerson(user), role }))]
}

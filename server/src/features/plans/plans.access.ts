import {
  PLAN_ACTIONS,
  type PlanAction,
  type PlanRole,
  roleAllows,
  scopeAllows,
} from '@cairn/contract/rules/permissions'
import type { Ctx, WriteCtx } from '../../core/ctx.ts'
import { forbidden, notFound } from '../../core/errors.ts'
import { findPlanWithRole } from './plans.repo.ts'

type FoundPlan = NonNullable<Awaited<ReturnType<typeof findPlanWithRole>>>
export type AuthorizedPlan = Omit<FoundPlan, 'collaborator_role'> & { role: PlanRole }

/**
 * Loads a plan for one action. It is the only way to obtain a plan, so no use case can forget to ask: 404 to strangers, because
 * that a plan exists is private, and 403 to those whose role or token is not enough. In a command it also locks the plan, so two
 * commands never judge the same tree at the same time. A plan in the trash is found only with `trashed`.
 */
export async function authorizePlan(
  ctx: Ctx | WriteCtx,
  planId: string,
  action: PlanAction,
  { trashed = false } = {},
): Promise<AuthorizedPlan> {
  const found = await findPlanWithRole(ctx.db, planId, ctx.actor.id, 'emit' in ctx)
  if (!found || (found.deleted_at !== null) !== trashed) throw notFound('Plan')
  const { collaborator_role, ...plan } = found
  const role = plan.owner_id === ctx.actor.id ? 'owner' : collaborator_role
  if (!role) throw notFound('Plan')
  if (!roleAllows(role, action))
    throw forbidden(`Your role in this plan (${role}) does not allow this.`, { role, action })
  const { scope } = PLAN_ACTIONS[action]
  if (!scopeAllows(ctx.actor.scope, scope)) throw forbidden(`This needs a token with the scope "${scope}".`, { scope })
  return { ...plan, role }
}

import type { Plan } from '@cairn/contract/api/plans'
import { notFound } from '../../base/errors.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { holdPerson } from '../../core/person.repo.ts'
import { authorizePlan } from '../../core/plan-access.ts'
import type { Services } from '../../core/services.ts'
import { swapMember } from '../collaborators/collaborators.commands.ts'
import { requirePlanVersion } from './plans.commands.ts'
import { getPlan } from './plans.queries.ts'
import { updatePlan } from './plans.repo.ts'

/** A collaborator becomes the owner, and the owner an admin. */
export async function transferPlan(
  ctx: WriteCtx,
  app: Services,
  planId: string,
  { user_id: heirId, expected_version }: { user_id: string; expected_version?: number },
): Promise<Plan> {
  const plan = await authorizePlan(ctx, planId, 'plan.own')
  await requirePlanVersion(ctx, plan, expected_version)
  await swapMember(ctx, app, plan, { heirId, role: 'admin' })
  // The account was deleted meanwhile.
  if (!(await holdPerson(ctx.db, heirId))) throw notFound('Collaborator')
  await updatePlan(ctx.db, planId, { owner_id: heirId })
  await ctx.emit({
    kind: 'plan.transferred',
    plan_id: planId,
    data: { before: { owner_id: plan.owner_id }, after: { owner_id: heirId } },
  })
  return getPlan(ctx, planId)
}

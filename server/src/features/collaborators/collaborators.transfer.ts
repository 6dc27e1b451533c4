import type { Plan } from '@cairn/contract/api/plans'
import { invalid } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { authorizePlan } from '../../core/plan-access.ts'
import { requirePlanVersion } from '../plans/plans.commands.ts'
import { changeOwner } from '../plans/plans.owner.ts'
import { getPlan } from '../plans/plans.queries.ts'
import { deleteMember, findMember, insertMember } from './collaborators.repo.ts'

/** A collaborator becomes the owner, and the owner an admin. */
export async function transferPlan(
  ctx: WriteCtx,
  planId: string,
  { user_id: userId, expected_version }: { user_id: string; expected_version?: number },
): Promise<Plan> {
  const plan = await authorizePlan(ctx, planId, 'plan.own')
  await requirePlanVersion(ctx, plan, expected_version)
  const heir = await findMember(ctx.db, planId, userId)
  if (!heir) throw invalid('user_id', 'user_id must be a collaborator of the plan')
  await deleteMember(ctx.db, planId, userId)
  await insertMember(ctx.db, {
    id: newId(),
    plan_id: planId,
    user_id: plan.owner_id,
    role: 'admin',
    version: 1,
    created_at: ctx.now,
  })
  await changeOwner(ctx, plan, userId)
  return getPlan(ctx, planId)
}

import type { WriteCtx } from '../../core/ctx.ts'
import type { AuthorizedPlan } from '../../core/plan-access.ts'
import { updatePlan } from './plans.repo.ts'

/** The caller has authorized the plan and updates the collaborators. */
export async function changeOwner(ctx: WriteCtx, plan: AuthorizedPlan, heirId: string): Promise<void> {
  await updatePlan(ctx.db, plan.id, { owner_id: heirId })
  await ctx.emit({
    kind: 'plan.transferred',
    plan_id: plan.id,
    data: { before: { owner_id: plan.owner_id }, after: { owner_id: heirId } },
  })
}

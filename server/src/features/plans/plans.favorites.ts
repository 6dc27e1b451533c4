import type { WriteCtx } from '../../core/ctx.ts'
import { requireAccess } from '../../core/plan-access.ts'
import { deleteFavorite, insertFavorite } from './plans.repo.ts'

/** A favorite is private to the caller: no event. */
export async function markFavorite(ctx: WriteCtx, planId: string): Promise<void> {
  await requireAccess(ctx, planId, 'plan.mark')
  await insertFavorite(ctx.db, { plan_id: planId, user_id: ctx.actor.id })
}

export async function unmarkFavorite(ctx: WriteCtx, planId: string): Promise<void> {
  await requireAccess(ctx, planId, 'plan.mark')
  await deleteFavorite(ctx.db, { plan_id: planId, user_id: ctx.actor.id })
}

import type { WriteCtx } from '../../core/ctx.ts'
import { requireAccess } from './plans.access.ts'
import { deleteFavourite, insertFavourite } from './plans.repo.ts'

/** A mark is the caller's own: no event tells others of it. */
export async function markFavourite(ctx: WriteCtx, planId: string): Promise<void> {
  await requireAccess(ctx, planId, 'plan.mark')
  await insertFavourite(ctx.db, { plan_id: planId, user_id: ctx.actor.id })
}

export async function unmarkFavourite(ctx: WriteCtx, planId: string): Promise<void> {
  await requireAccess(ctx, planId, 'plan.mark')
  await deleteFavourite(ctx.db, { plan_id: planId, user_id: ctx.actor.id })
}

// Marks that only their owner sees, so there are no events.
import type { WriteCtx } from '../../core/ctx.ts'
import { requireAccess } from '../../core/plan-access.ts'
import { deleteFavorite, insertFavorite, updateSharesSeen } from './plans.repo.ts'

export async function markFavorite(ctx: WriteCtx, planId: string): Promise<void> {
  await requireAccess(ctx, planId, 'plan.mark')
  await insertFavorite(ctx.db, { plan_id: planId, user_id: ctx.actor.id })
}

export async function unmarkFavorite(ctx: WriteCtx, planId: string): Promise<void> {
  await requireAccess(ctx, planId, 'plan.mark')
  await deleteFavorite(ctx.db, { plan_id: planId, user_id: ctx.actor.id })
}

/** Later shares stay new, also if a device that was offline marks an earlier time. */
export async function markSharesSeen(ctx: WriteCtx, until: string): Promise<void> {
  await updateSharesSeen(ctx.db, ctx.actor.id, until < ctx.now ? until : ctx.now)
}

import type { WriteCtx } from '../../core/ctx.ts'
import { updateSharesSeen } from './plans.repo.ts'

/** Later shares stay new, also if a device that was offline marks an earlier time. */
export async function markSharesSeen(ctx: WriteCtx, until: string): Promise<void> {
  await updateSharesSeen(ctx.db, ctx.actor.id, until < ctx.now ? until : ctx.now)
}

import type { Claim } from '@cairn/contract/api/claims'
import { listAbandonedClaims, listOpenClaims } from '../../core/claims.repo.ts'
import { isBy, isHeld, toClaim } from '../../core/claims.ts'
import type { Ctx } from '../../core/ctx.ts'
import { requireAccess } from '../../core/plan-access.ts'

/** Who holds which task, the longest held first, and whether it is the caller. */
export async function readClaims(ctx: Ctx, planId: string): Promise<(Claim & { yours: boolean })[]> {
  await requireAccess(ctx, planId, 'plan.read')
  const open = await listOpenClaims(ctx.db, planId)
  return open.flatMap((claim) => (isHeld(ctx, claim) ? { ...toClaim(claim), yours: isBy(ctx, claim) } : []))
}

/** Who holds which task, the longest held first. With `expired`, then abandoned claims. */
export async function listClaims(ctx: Ctx, planId: string, { expired = false } = {}): Promise<Claim[]> {
  await requireAccess(ctx, planId, 'plan.read')
  const open = await listOpenClaims(ctx.db, planId)
  const held = open.filter((claim) => isHeld(ctx, claim))
  if (!expired) return held.map(toClaim)
  return [...held, ...(await listAbandonedClaims(ctx.db, planId, ctx.now))].map(toClaim)
}

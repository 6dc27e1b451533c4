import type { Claim } from '@cairn/contract/api/claims'
import { listAbandonedClaims, listOpenClaims } from '../../core/claims.repo.ts'
import { isHeld, toClaim } from '../../core/claims.ts'
import type { Ctx } from '../../core/ctx.ts'
import { requireAccess } from '../../core/plan-access.ts'

/** Who holds which task, the longest held first. With `expired`, then expired claims of tasks that are in progress. */
export async function listClaims(ctx: Ctx, planId: string, { expired = false } = {}): Promise<Claim[]> {
  await requireAccess(ctx, planId, 'plan.read')
  const open = await listOpenClaims(ctx.db, planId)
  const held = open.filter((claim) => isHeld(ctx, claim))
  if (!expired) return held.map(toClaim)
  // Until the hourly work frees its task, an expired claim is still open.
  const overdue = open.filter((claim) => !isHeld(ctx, claim))
  return [...held, ...overdue, ...(await listAbandonedClaims(ctx.db, planId))].map(toClaim)
}

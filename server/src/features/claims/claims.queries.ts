import type { Claim } from '@cairn/contract/api/claims'
import type { ReadyTask } from '@cairn/contract/api/nodes'
import { listOpenClaims } from '../../core/claims.repo.ts'
import { isHeld, toClaim } from '../../core/claims.ts'
import type { Ctx } from '../../core/ctx.ts'
import { requireAccess } from '../../core/plan-access.ts'
import { readDependencies } from '../edges/edges.queries.ts'
import { listAbandonedClaims, listAbandonedNodes } from './claims.repo.ts'

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

/** Which tasks are held, and which can be claimed although they are in progress. The caller has authorized the plan. */
export async function readClaimState(ctx: Ctx, planId: string) {
  const claims = await listOpenClaims(ctx.db, planId)
  const held = new Set(claims.filter((claim) => isHeld(ctx, claim)).map(({ node_id }) => node_id))
  const overdue = claims.filter((claim) => !isHeld(ctx, claim)).map(({ node_id }) => node_id)
  const expired = new Set([...overdue, ...(await listAbandonedNodes(ctx.db, planId))])
  const expiries = claims.filter((claim) => isHeld(ctx, claim)).map(({ expires_at }) => expires_at)
  /** When the first claim expires unless it is renewed; null without claims. */
  const first_expiry = expiries.sort()[0] ?? null
  return { claims: { held, expired }, first_expiry }
}

/** What readiness depends on besides the nodes. The caller has authorized the plan. */
export const readObstacles = async (ctx: Ctx, planId: string) => ({
  ...(await readClaimState(ctx, planId)),
  dependencies: await readDependencies(ctx, planId),
})

export const toReadyTask = ({ id, parent_id, title, status, due_date, version }: ReadyTask): ReadyTask => ({
  ...{ id, parent_id, title, status, due_date, version },
})

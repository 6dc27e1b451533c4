// What a claim means for the writes of agents.
import { CLAIM_MINUTES, type Claim } from '@cairn/contract/api/claims'
import { conflict } from '../base/errors.ts'
import { type FoundClaim, listClaimsOfNode, renewClaim } from './claims.repo.ts'
import type { Ctx, WriteCtx } from './ctx.ts'

/** An agent that held the task before is among so many claims. */
const LATEST = 5

/**
 * Lets people change every task, and agents those that nobody else holds. An agent whose claim expired or was taken
 * over gets 409 `lease_lost` until it claims the task again; others get 409 `claimed`.
 */
export async function requireNotHeldByOthers(ctx: WriteCtx, planId: string, nodeId: string): Promise<void> {
  if (ctx.actor.via.kind === 'session') return
  const [latest, ...earlier] = await listClaimsOfNode(ctx.db, planId, nodeId, LATEST)
  if (!latest) return
  if (isHeld(ctx, latest)) {
    if (isBy(ctx, latest)) return
    throw earlier.some((claim) => isBy(ctx, claim)) ? lost(latest) : claimed(latest)
  }
  const isLost = latest.outcome === 'expired' || latest.outcome === 'taken_over' || latest.ended_at === null
  if (isLost && isBy(ctx, latest)) throw lost(latest)
}

/** A log entry shows that its author is still at work. */
export async function renewOwnClaim(ctx: WriteCtx, planId: string, nodeId: string): Promise<void> {
  if (ctx.actor.via.kind === 'session') return
  const [latest] = await listClaimsOfNode(ctx.db, planId, nodeId, 1)
  if (!latest || !isHeld(ctx, latest) || !isBy(ctx, latest)) return
  const until = later(ctx.now, CLAIM_MINUTES)
  if (until > latest.expires_at) await renewClaim(ctx.db, latest.id, { now: ctx.now, until })
}

export const isHeld = ({ now }: Pick<Ctx, 'now'>, { ended_at, expires_at }: FoundClaim): boolean =>
  ended_at === null && expires_at > now

/** An agent is its token or app; a person holds with all of their sessions. */
export const isBy = ({ actor }: Ctx, { user_id, credential_id, agent }: FoundClaim): boolean =>
  user_id === actor.id && (actor.via.kind === 'session' ? agent === null : credential_id === actor.credential_id)

export const later = (now: string, minutes: number): string =>
  new Date(Date.parse(now) + minutes * 60_000).toISOString()

export const toClaim = (row: FoundClaim): Claim => ({
  id: row.id,
  plan_id: row.plan_id,
  node_id: row.node_id,
  fence: row.fence,
  user: { id: row.user_id, name: row.user_name },
  agent: row.agent,
  created_at: row.created_at,
  expires_at: row.expires_at,
})

const holderOf = ({ agent, user_name }: FoundClaim): string =>
  agent === null ? user_name : `${agent}, for ${user_name},`

export const claimed = (claim: FoundClaim) =>
  conflict('claimed', `${holderOf(claim)} holds this task until ${claim.expires_at}.`, toClaim(claim), [claim.node_id])

/** For a claim that has ended, or the one that replaced it. */
export const lost = (latest: FoundClaim) =>
  conflict(
    'lease_lost',
    latest.ended_at === null
      ? `You no longer hold this task: ${holderOf(latest)} has claimed it.`
      : 'You no longer hold this task: your claim has ended. Claim it again to go on.',
    { outcome: latest.outcome, holder: latest.ended_at === null ? toClaim(latest) : null },
    [latest.node_id],
  )

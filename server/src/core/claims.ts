// What a claim means for the writes of agents.

import { CLAIM_MINUTES, CLAIM_MINUTES_MAX, type Claim, type ClaimEnd } from '@cairn/contract/api/claims'
import type { Via } from '@cairn/contract/api/common'
import type { PlanEvent } from '@cairn/contract/api/events'
import type { NodeStatus } from '@cairn/contract/api/nodes'
import { conflict } from '../base/errors.ts'
import { addTo } from '../base/lists.ts'
import { MINUTE_MS, plusMs } from '../base/units.ts'
import type { ClaimRow } from '../db/schema.ts'
import { endClaims } from './claims.ends.ts'
import {
  type FoundClaim,
  listClaimsOfNode,
  listOpenClaimsAt,
  listRelevantClaims,
  listRelevantClaimsInTrash,
  type RelevantClaim,
  updateClaimEnd,
} from './claims.repo.ts'

// Structural, because contexts themselves ask here.
interface Ctx {
  actor: { id: string; credential_id: string; via: Via }
  now: string
}
type WriteCtx = Ctx & Parameters<typeof endClaims>[0]

/**
 * Lets people change every node, and agents those that no one else holds. An agent whose claim ended without the agent
 * ending it gets 409 `lease_lost` until it claims the task again, at most for as long as the
 * longest claim; others get 409 `claimed`. Every command that changes fields, status, place or assignees of nodes calls it.
 */
export async function requireNotHeldByOthers(ctx: WriteCtx, planId: string, nodeIds: readonly string[]): Promise<void> {
  if (ctx.actor.via.kind === 'session' || nodeIds.length === 0) return
  judge(ctx, await listRelevantClaims(ctx.db, { ...agentOf(ctx), plan_id: planId }, nodeIds), ({ node_id }) => node_id)
}

/** The same for nodes that have just been put in the trash with these ones; errors are about these ones. */
export async function requireTrashNotHeldByOthers(
  ctx: WriteCtx,
  planId: string,
  tops: readonly string[],
): Promise<void> {
  if (ctx.actor.via.kind === 'session') return
  const claims = await listRelevantClaimsInTrash(ctx.db, { ...agentOf(ctx), plan_id: planId }, tops)
  judge(ctx, claims, ({ node_id, deleted_with }) => deleted_with ?? node_id)
}

const agentOf = ({ actor }: WriteCtx) => ({ user_id: actor.id, credential_id: actor.credential_id })

/**
 * Tells an agent that it no longer holds a task beside which it wrote. Its words and files are kept, so the write
 * succeeds; changes of the task itself are refused by `requireNotHeldByOthers`. Commands that end or take a claim already
 * tell the agent.
 */
export async function findLostLease(
  ctx: WriteCtx,
  planId: string,
  events: readonly Pick<PlanEvent, 'kind' | 'plan_id' | 'node_id'>[],
): Promise<string | undefined> {
  if (ctx.actor.via.kind === 'session' || events.some(({ kind }) => kind.startsWith('node.claim'))) return undefined
  const beside = events.filter(({ kind, plan_id }) => plan_id === planId && !kind.startsWith('node.'))
  const nodeIds = [...new Set(beside.flatMap(({ node_id }) => node_id ?? []))]
  if (nodeIds.length === 0) return undefined
  const claims = await listRelevantClaims(ctx.db, { ...agentOf(ctx), plan_id: planId }, nodeIds)
  const refusal = refusalsOf(ctx, claims).find(({ isLost }) => isLost)
  return refusal && lost(ctx, refusal.claim).message
}

interface Refused {
  claim: RelevantClaim
  isLost: boolean
}

function refusalsOf(ctx: WriteCtx, claims: readonly RelevantClaim[]): Refused[] {
  const refusals: Refused[] = []
  const byNode = new Map<string, RelevantClaim[]>()
  for (const claim of claims) addTo(byNode, claim.node_id, claim)
  for (const ofNode of byNode.values()) {
    const held = ofNode.find((claim) => isHeld(ctx, claim))
    const own = ofNode.find((claim) => isBy(ctx, claim))
    if (held && !isBy(ctx, held)) refusals.push({ claim: held, isLost: own !== undefined })
    else if (!held && own && own.ended_by !== own.credential_id && isRecent(ctx, own))
      refusals.push({ claim: own, isLost: true })
  }
  return refusals
}

/** Whether its holder may still be at work without knowing that the claim has ended. */
const isRecent = ({ now }: Ctx, { ended_at, expires_at }: RelevantClaim): boolean =>
  later(ended_at ?? expires_at, CLAIM_MINUTES_MAX) > now

/** Throws about every node that is in the way; the details are about the first claim. */
function judge(ctx: WriteCtx, claims: readonly RelevantClaim[], about: (claim: RelevantClaim) => string): void {
  const refusals = refusalsOf(ctx, claims)
  const [first] = refusals
  if (!first) return
  const same = refusals.filter(({ isLost }) => isLost === first.isLost).map(({ claim }) => about(claim))
  const nodes = [...new Set(same)]
  throw first.isLost ? lost(ctx, first.claim, nodes) : claimed(first.claim, nodes)
}

/** A log entry shows that its author is still at work. */
export async function renewClaimByLog(ctx: WriteCtx, planId: string, nodeId: string): Promise<void> {
  if (ctx.actor.via.kind === 'session') return
  const [latest] = await listClaimsOfNode(ctx.db, planId, nodeId, 1)
  if (latest && isHeld(ctx, latest) && isBy(ctx, latest)) await extend(ctx, latest, CLAIM_MINUTES)
}

/** The claim lasts some minutes from now, or longer if it did before. 409 `lease_lost` if it has ended. */
export async function renewClaim(ctx: WriteCtx, claim: FoundClaim, minutes: number): Promise<Claim> {
  const expires_at = await extend(ctx, claim, minutes)
  if (expires_at === null) throw lost(ctx, claim)
  return toClaim({ ...claim, expires_at })
}

/** Returns when the claim ends from now on; null if it has ended. */
async function extend({ db, now }: WriteCtx, { id, expires_at }: FoundClaim, minutes: number): Promise<string | null> {
  const until = later(now, minutes)
  if (until <= expires_at) return expires_at
  return (await updateClaimEnd(db, id, { now, until })) ? until : null
}

/**
 * Ends the claims of nodes that have just been completed, and those that someone else than the holder has blocked. A
 * holder says that it is blocked when it ends the claim.
 */
export async function endClaimsByStatus(
  ctx: WriteCtx,
  planId: string,
  changed: ReadonlyMap<string, NodeStatus>,
): Promise<void> {
  const ending = [...changed].filter(([, status]) => status === 'completed' || status === 'blocked').map(([id]) => id)
  if (ending.length === 0) return
  for (const claim of await listOpenClaimsAt(ctx.db, planId, ending)) {
    const isBlocked = changed.get(claim.node_id) === 'blocked'
    if (!isBy(ctx, claim)) await endClaims(ctx, [claim], isBlocked ? 'node_blocked' : 'node_completed')
    else if (!isBlocked) await endClaims(ctx, [claim], 'done')
  }
}

export const isHeld = (
  { now }: Pick<Ctx, 'now'>,
  { ended_at, expires_at }: Pick<ClaimRow, 'ended_at' | 'expires_at'>,
): boolean => ended_at === null && expires_at > now

/** An agent is its token or app; a person holds with all of their sessions. */
export const isBy = (
  { actor }: Pick<Ctx, 'actor'>,
  { user_id, credential_id, agent }: Pick<ClaimRow, 'user_id' | 'credential_id' | 'agent'>,
): boolean =>
  user_id === actor.id && (actor.via.kind === 'session' ? agent === null : credential_id === actor.credential_id)

export const later = (now: string, minutes: number): string => plusMs(now, minutes * MINUTE_MS)

export const toClaim = (row: FoundClaim): Claim => ({
  id: row.id,
  plan_id: row.plan_id,
  node_id: row.node_id,
  fence: row.fence,
  user: { id: row.user_id, name: row.user_name },
  agent: row.agent,
  created_at: row.created_at,
  expires_at: row.ended_at !== null && row.ended_at < row.expires_at ? row.ended_at : row.expires_at,
})

const holderOf = ({ agent, user_name }: FoundClaim): string =>
  agent === null ? user_name : `${agent}, for ${user_name},`

export const claimed = (claim: FoundClaim, about: readonly string[] = [claim.node_id]) =>
  conflict('claimed', `${holderOf(claim)} holds this task until ${claim.expires_at}.`, toClaim(claim), about)

const WHY_LOST: Partial<Record<ClaimEnd, string>> = {
  node_completed: 'it was completed.',
  node_blocked: 'someone set it to blocked.',
  node_deleted: 'it was deleted.',
}
const RELEASED_BY_OTHERS =
  'someone released it, or undid the change that claimed it. Read the task before you claim it again.'

/** For a claim that has ended or expired, or the one that replaced it. */
export function lost(ctx: Pick<Ctx, 'now'>, latest: FoundClaim, about: readonly string[] = [latest.node_id]) {
  const holder = isHeld(ctx, latest) ? toClaim(latest) : null
  const { outcome, ended_by, credential_id } = latest
  const why = outcome === 'released' && ended_by !== credential_id ? RELEASED_BY_OTHERS : outcome && WHY_LOST[outcome]
  return conflict(
    'lease_lost',
    holder
      ? `You no longer hold this task: ${holderOf(latest)} has claimed it.`
      : `You no longer hold this task: ${why ?? 'your claim has ended. Claim it again to continue.'}`,
    { outcome: outcome ?? (holder ? null : 'expired'), holder },
    about,
  )
}

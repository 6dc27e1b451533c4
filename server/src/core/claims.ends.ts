// Claims that end without their holder ending them: with the task, the plan, the access or the credential.
import type { ClaimEnd } from '@cairn/contract/api/claims'
import { addTo } from '../base/lists.ts'
import { lockPlan } from '../db/plan-lock.ts'
import type { CredentialLimitColumns, Tx } from '../db/schema.ts'
import type { AccessRevocation } from './access-revocation.ts'
import { endClaimRow, listOpenClaimsIn, listOpenClaimsOf, type OpenClaim } from './claims.repo.ts'
import { findCredential, listInBranch } from './credential-limits.repo.ts'
import type { EventDraft } from './event-log.repo.ts'

/** What ending needs of a command. */
interface Ending {
  db: Tx
  actor: { credential_id: string }
  now: string
  emitAll(events: readonly EventDraft[]): Promise<void>
}

/** Ends claims of one plan, with an event each that says why; those that have expired meanwhile as expired. */
export async function endClaims(
  { db, actor, now, emitAll }: Ending,
  claims: readonly OpenClaim[],
  outcome: ClaimEnd,
  next: { user_id?: string } = {},
): Promise<void> {
  const events: EventDraft[] = []
  for (const { id: claim_id, plan_id, node_id, node_title, user_id, agent, expires_at } of claims) {
    const how = expires_at <= now ? 'expired' : outcome
    const ended_by = how === 'expired' ? null : actor.credential_id
    if (!(await endClaimRow(db, claim_id, { ended_at: now, outcome: how, ended_by }))) continue
    const data = { before: { claim_id, user_id, agent }, after: { outcome: how, ...next } }
    events.push({ kind: 'node.claim_ended', plan_id, node_id, node_title, data })
  }
  if (events.length > 0) await emitAll(events)
}

/** Ends what a person holds in a plan, also with tokens and apps: they may no longer change it. */
export async function endClaimsIn(ctx: Ending, planId: string, userId: string): Promise<void> {
  await endClaims(ctx, await listOpenClaimsIn(ctx.db, planId, { user_id: userId }), 'access_lost')
}

/** Ends the claims of nodes that have just been put in the trash with these ones. */
export async function endClaimsInTrash(ctx: Ending, planId: string, tops: readonly string[]): Promise<void> {
  await endClaims(ctx, await listOpenClaimsIn(ctx.db, planId, { deleted_with: tops }), 'node_deleted')
}

/** Ends the claims of agents that may change only one branch, from which their task was just moved away. */
export async function endClaimsOutside(ctx: Ending, planId: string): Promise<void> {
  const byCredential = new Map<string, OpenClaim[]>()
  for (const claim of await listOpenClaimsIn(ctx.db, planId))
    if (claim.agent !== null) addTo(byCredential, claim.credential_id, claim)
  for (const [credentialId, claims] of byCredential) {
    const top = (await findCredential(ctx.db, credentialId))?.branch_id ?? null
    if (top === null) continue
    const nodeIds = claims.map(({ node_id }) => node_id)
    const inside = await listInBranch(ctx.db, planId, top, nodeIds)
    await endClaims(
      ctx,
      claims.filter(({ node_id }) => !inside.has(node_id)),
      'access_lost',
    )
  }
}

/** Ends the claims that rely on revoked access. A command that revokes access does so before it commits. */
export async function endRevokedClaims(ctx: Ending, revocations: readonly AccessRevocation[]): Promise<void> {
  // An account that is deleted also leaves its plans: that is not why its claims end.
  for (const revocation of revocations)
    if (revocation.kind === 'all_credentials' && revocation.except_credential_id === undefined)
      await endEverywhere(ctx, await listOpenClaimsOf(ctx.db, revocation.user_id), 'account_deleted')
  for (const revocation of revocations) {
    if (revocation.kind === 'whole_plan')
      await endClaims(ctx, await listOpenClaimsIn(ctx.db, revocation.plan_id), 'plan_deleted')
    if (revocation.kind === 'plan_access') await endClaimsIn(ctx, revocation.plan_id, revocation.user_id)
  }
  const credentials = revocations.filter((revocation) => revocation.kind === 'credential')
  for (const userId of new Set(credentials.map(({ user_id }) => user_id))) {
    const ofPerson = credentials.filter(({ user_id }) => user_id === userId)
    await endClaimsWith(ctx, userId, new Set(ofPerson.map(({ credential_id }) => credential_id)))
  }
}

/**
 * Only agents hold with one credential. It may still exist: an app whose access token was revoked may have another one,
 * and new limits may leave the task within reach.
 */
async function endClaimsWith(ctx: Ending, userId: string, credentialIds: ReadonlySet<string>): Promise<void> {
  const open = await listOpenClaimsOf(ctx.db, userId)
  const held = open.filter(({ agent, credential_id }) => agent !== null && credentialIds.has(credential_id))
  const [ended, outside]: [OpenClaim[], OpenClaim[]] = [[], []]
  for (const claim of held) {
    const limits = await findCredential(ctx.db, claim.credential_id)
    if (!limits) ended.push(claim)
    else if (!(await reaches(ctx.db, limits, claim))) outside.push(claim)
  }
  await endEverywhere(ctx, ended, 'credential_ended')
  await endEverywhere(ctx, outside, 'access_lost')
}

async function reaches(db: Tx, limits: CredentialLimitColumns, { plan_id, node_id }: OpenClaim): Promise<boolean> {
  if (limits.plan_id !== null && limits.plan_id !== plan_id) return false
  return limits.branch_id === null || (await listInBranch(db, plan_id, limits.branch_id, [node_id])).has(node_id)
}

/** The claims come in the order of their plans, so that two commands lock plans in the same order. */
async function endEverywhere(ctx: Ending, claims: readonly OpenClaim[], outcome: ClaimEnd): Promise<void> {
  for (const planId of new Set(claims.map(({ plan_id }) => plan_id))) {
    await lockPlan(ctx.db, planId)
    const ofPlan = claims.filter(({ plan_id }) => plan_id === planId)
    await endClaims(ctx, ofPlan, outcome)
  }
}

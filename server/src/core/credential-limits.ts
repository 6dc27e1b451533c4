// Limits of API tokens and connected apps: changes and created nodes per hour, and one branch of one plan. What a
// command changes is what its events say, so these checks hold for every command, over REST and MCP.

import type { Via } from '@cairn/contract/api/common'
import { QUOTA_HOUR_MS } from '@cairn/contract/api/credentialLimits'
import { nodesCreatedBy, nodesReachedBy, type ReachingEvent } from '@cairn/contract/rules/eventReach'
import { PLAN_ACTIONS, type PlanAction } from '@cairn/contract/rules/permissions'
import { AppError, forbidden, notSignedIn } from '../base/errors.ts'
import { plusMs } from '../base/units.ts'
import type { CredentialLimitColumns, Db, Tx } from '../db/schema.ts'
import { addToUsed, findBranchTitle, findCredential, listInBranch } from './credential-limits.repo.ts'

type Event = ReachingEvent & { plan_id: string }

/** The caller of a command, as far as limits need it. */
interface LimitedCall {
  db: Tx
  now: string
  actor: {
    credential_id: string
    via: Via
    plan_limit: string | null
    branch_limit: string | null
  }
  /** The limits as the command found them; undefined before it looked. */
  credential?: CredentialLimitColumns | undefined
}

const nounOf = ({ via }: { via: Via }): 'app' | 'token' => (via.kind === 'connector' ? 'app' : 'token')
const isUnlimited = ({ actor }: Pick<LimitedCall, 'actor'>): boolean =>
  actor.via.kind === 'session' || actor.credential_id === ''

/**
 * Reads the credential in the transaction of the command, so that limits which the person has just set count. 401 if
 * it was revoked.
 */
export async function loadCredential(ctx: LimitedCall): Promise<void> {
  const { actor } = ctx
  // Callers authenticated by a password or a link have none.
  if (actor.credential_id === '') return
  const found = await findCredential(ctx.db, actor.credential_id)
  if (!found) throw notSignedIn()
  ctx.credential = found
  const { plan_id, branch_id } = found
  if (plan_id !== actor.plan_limit || branch_id !== actor.branch_limit)
    ctx.actor = { ...actor, plan_limit: plan_id, branch_limit: branch_id }
}

/** 403 for a credential that is limited to one plan: what it would create would be out of its reach. */
export function requireAllPlans(actor: Pick<LimitedCall['actor'], 'plan_limit' | 'via'>): void {
  if (actor.plan_limit !== null)
    throw forbidden(`This ${nounOf(actor)} is limited to one plan.`, { plan_id: actor.plan_limit })
}

/** 403 for what is about the whole plan, if the credential is limited to a branch. */
export function requireWholePlan(actor: LimitedCall['actor'], action: PlanAction): void {
  if (actor.branch_limit !== null && !PLAN_ACTIONS[action].branch) throw outsideBranch(actor, undefined)
}

/** Whether a command must pass `requireLimits` before it changes a plan. */
export const hasLimits = (ctx: LimitedCall): boolean =>
  ctx.actor.branch_limit !== null || (ctx.credential !== undefined && isCounted(ctx.credential))

/**
 * Refuses early, before anything is written, what is bound to fail: 403 `branch_deleted`, 429 `quota_exceeded` once
 * all changes of the hour are used.
 */
export async function requireLimits(ctx: LimitedCall, planId: string, action: PlanAction): Promise<void> {
  const { actor, credential } = ctx
  if (action === 'plan.read') return
  if (actor.branch_limit !== null && (await findBranchTitle(ctx.db, planId, actor.branch_limit)) === undefined)
    throw branchDeleted(actor)
  if (!credential || !PLAN_ACTIONS[action].counted || credential.used_since === null) return
  if (credential.used_since <= hourBefore(ctx.now)) return
  const { changes_per_hour: limit, used_changes: used } = credential
  if (limit !== null && used >= limit)
    throw exceeded(ctx, credential.used_since, { ...CHANGES, limit, used, needed: 1 })
}

/** 403 `outside_branch`, unless the nodes are in the branch that the credential is limited to. */
export async function requireInBranch(
  { db, actor }: Pick<LimitedCall, 'actor'> & { db: Db | Tx },
  planId: string,
  nodes: readonly (string | null)[],
): Promise<void> {
  const top = actor.branch_limit
  if (top === null) return
  const ids = [...new Set(nodes)]
  const known = ids.filter((id) => id !== null)
  const inside = known.length === 0 ? new Set() : await listInBranch(db, planId, top, known)
  const outside = ids.filter((id) => id === null || !inside.has(id))
  if (outside.length === 0) return
  throw outsideBranch(
    actor,
    await findBranchTitle(db, planId, top),
    outside.filter((id) => id !== null),
  )
}

/** Refuses events outside of the plan and the branch of the credential. The command has written their rows already. */
export async function requireEventsInside(ctx: LimitedCall, events: readonly Event[]): Promise<void> {
  const { plan_limit, branch_limit } = ctx.actor
  if (plan_limit === null) return
  if (events.some(({ plan_id }) => plan_id !== plan_limit)) requireAllPlans(ctx.actor)
  if (branch_limit !== null) await requireInBranch(ctx, plan_limit, events.flatMap(nodesReachedBy))
}

/**
 * Counts the events of a command at its end: 429 `quota_exceeded` if that is more than is left, 403 `quota_too_small`
 * if it is more than the limit, which undoes the whole command. Calls of one credential wait for each other here, so
 * together they never pass the limit, on any number of servers.
 */
export async function countUse(ctx: LimitedCall, events: readonly ReachingEvent[]): Promise<void> {
  if (events.length === 0 || isUnlimited(ctx)) return
  if (ctx.credential === undefined) await loadCredential(ctx)
  if (!ctx.credential || !isCounted(ctx.credential)) return
  const { actor, now } = ctx
  const changes = events.length
  const nodes = events.reduce((sum, event) => sum + nodesCreatedBy(event), 0)
  const used = await addToUsed(ctx.db, actor.via.kind === 'connector' ? 'oauth_grants' : 'api_tokens', {
    ...{ id: actor.credential_id, changes, nodes, now, expired: hourBefore(now) },
  })
  if (!used) throw notSignedIn()
  requireSums(ctx, used, { changes, nodes })
}

/**
 * Refuses early, before a long call writes anything, what `countUse` is bound to refuse at its end. 401 if the
 * credential was revoked.
 */
export async function requireQuota(
  { db, ...ctx }: Pick<LimitedCall, 'actor' | 'now'> & { db: Db | Tx },
  needed: Needed,
): Promise<void> {
  if (isUnlimited(ctx)) return
  const found = await findCredential(db, ctx.actor.credential_id)
  if (!found) throw notSignedIn()
  const isOver = found.used_since === null || found.used_since <= hourBefore(ctx.now)
  const [changes, nodes] = isOver ? [0, 0] : [found.used_changes, found.used_nodes]
  const sums = { used_changes: changes + needed.changes, used_nodes: nodes + needed.nodes }
  requireSums(ctx, { ...found, ...sums, used_since: isOver ? null : found.used_since }, needed)
}

interface Needed {
  changes: number
  nodes: number
}

/** `used` includes what is needed. */
function requireSums(ctx: Pick<LimitedCall, 'actor' | 'now'>, used: Used, { changes, nodes }: Needed): void {
  const parts = [
    { ...CHANGES, limit: used.changes_per_hour, sum: used.used_changes, needed: changes },
    { ...NODES, limit: used.nodes_per_hour, sum: used.used_nodes, needed: nodes },
  ]
  for (const { limit, sum, needed, ...quota } of parts)
    if (limit !== null && needed > 0 && sum > limit)
      throw exceeded(ctx, used.used_since ?? ctx.now, { ...quota, limit, used: sum - needed, needed })
}
type Used = Omit<CredentialLimitColumns, 'plan_id' | 'branch_id'>

const isCounted = ({ changes_per_hour, nodes_per_hour }: CredentialLimitColumns): boolean =>
  changes_per_hour !== null || nodes_per_hour !== null

const hourBefore = (now: string): string => plusMs(now, -QUOTA_HOUR_MS)

/** When the hour that began at `since` ends. */
export const hourAfter = (since: string): string => plusMs(since, QUOTA_HOUR_MS)

const CHANGES = { name: 'changes_per_hour', unit: 'change', verb: 'make' } as const
const NODES = { name: 'nodes_per_hour', unit: 'node', verb: 'create' } as const

interface Excess {
  name: string
  unit: string
  verb: string
  limit: number
  used: number
  needed: number
}

const count = (number: number, unit: string): string => `${number} ${unit}${number === 1 ? '' : 's'}`

function exceeded(
  { actor, now }: Pick<LimitedCall, 'actor' | 'now'>,
  since: string,
  { name, unit, verb, limit, used, needed }: Excess,
): AppError {
  const rule = `This ${nounOf(actor)} may ${verb} ${count(limit, unit)} per hour`
  const change = 'or ask the person to change the limit in Settings.'
  if (needed > limit)
    return new AppError(
      403,
      'quota_too_small',
      limit === 0
        ? `${rule}. Ask${change.slice('or ask'.length)}`
        : `${rule}, and this call needs ${needed}. Split it into smaller calls, ${change}`,
      { details: { limit: name, value: limit, needed } },
    )
  const resets_at = hourAfter(since)
  const retryAfter = Math.max(1, Math.ceil((Date.parse(resets_at) - Date.parse(now)) / 1000))
  return new AppError(429, 'quota_exceeded', `${rule} and has used ${used}. Try again after ${resets_at}, ${change}`, {
    details: { limit: name, value: limit, used, needed, resets_at },
    retryAfter,
  })
}

function outsideBranch(actor: LimitedCall['actor'], title: string | undefined, about?: readonly string[]): AppError {
  const branch = title === undefined ? 'one branch of this plan' : `the branch "${title}" of this plan`
  const { branch_limit: branch_id, plan_limit: plan_id } = actor
  return new AppError(403, 'outside_branch', `This ${nounOf(actor)} may change only ${branch}.`, {
    details: { plan_id, branch_id },
    ...(about && { about }),
  })
}

const branchDeleted = (actor: LimitedCall['actor']): AppError =>
  new AppError(
    403,
    'branch_deleted',
    `This ${nounOf(actor)} may change only one branch of this plan, which was deleted. Ask the person to restore it or to change the limit in Settings.`,
    { details: { plan_id: actor.plan_limit, branch_id: actor.branch_limit } },
  )

import type { Claim, ClaimEnd } from '@cairn/contract/api/claims'
import type { LogType } from '@cairn/contract/api/logs'
import type { NodeStatus, PlanNode, ReadyTask } from '@cairn/contract/api/nodes'
import { type Obstacle, ReadyWork } from '@cairn/contract/rules/ready'
import { conflict, forbidden, notFound } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import { endClaims } from '../../core/claims.ends.ts'
import {
  endClaimRow,
  type FoundClaim,
  findClaim,
  listAbandonedNodes,
  listClaimsOfNode,
} from '../../core/claims.repo.ts'
import { claimed, isBy, isHeld, later, lost, renewClaim, toClaim } from '../../core/claims.ts'
import { requireInBranch } from '../../core/credential-limits.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { requireAccess } from '../../core/plan-access.ts'
import { lockPlan } from '../../db/plan-lock.ts'
import { readDependenciesOf } from '../edges/edges.queries.ts'
import { addLog } from '../logs/logs.commands.ts'
import { hasWritten } from '../logs/logs.queries.ts'
import { type FoundNode, readNode, requireNode } from '../nodes/nodes.queries.ts'
import { toNode } from '../nodes/nodes.shape.ts'
import { changeStatus, changeStatusAndUnblock } from '../nodes/nodes.status.ts'
import { readObstacles, readRankedNodes, readRankedPath, readSomeRanked } from '../ready-tasks/ready-tasks.queries.ts'
import { type Candidates, Outdated } from './claims.ready.ts'
import { hasLostCredential, insertClaim } from './claims.repo.ts'

interface Wanted {
  planId: string
  /** The first that is ready if undefined. */
  node_id?: string | undefined
  minutes: number
  take_over?: boolean
  candidates?: Candidates | undefined
}

/**
 * Gives the caller a task for some minutes and sets it in progress. Nulls if nothing is ready; 409 `claimed` or
 * `not_ready` for a given task. Only people may take a task from its holder.
 */
export async function claimTask(
  ctx: WriteCtx,
  { planId, node_id, minutes, take_over = false, candidates }: Wanted,
): Promise<{ claim: Claim | null; node: PlanNode | null }> {
  await requireAccess(ctx, planId, 'plan.edit')
  if (take_over && ctx.actor.via.kind !== 'session') throw forbidden('Only people can take a task over.')
  const start = await (node_id === undefined ? findReady(ctx, planId, candidates) : readStart(ctx, planId, node_id))
  const nodeId = node_id ?? start?.id
  if (nodeId === undefined) return { claim: null, node: null }
  const node = await requireNode(ctx, planId, nodeId)
  const { latest, obstacle } = start ?? {}
  if (latest && isHeld(ctx, latest)) {
    if (isBy(ctx, latest)) return { claim: await renewClaim(ctx, latest, minutes), node: toNode(node) }
    if (!take_over) throw claimed(latest)
  } else if (obstacle) throw notReady(node, obstacle)
  if (latest?.ended_at === null) await endClaimAs(ctx, node, latest, isHeld(ctx, latest) ? 'taken_over' : 'expired')

  const { id: user_id, credential_id, via } = ctx.actor
  const agent = via.kind === 'session' ? null : via.name
  const claim = await startClaim(ctx, node, { user_id, credential_id, agent, minutes })
  return { claim, node: toNode(await changeStatus(ctx, node, 'in_progress')) }
}

interface Holder {
  user_id: string
  credential_id: string
  agent: string | null
  minutes: number
}

/** Gives a task that no one holds to a holder. The caller has authorized the plan. */
export async function startClaim(ctx: WriteCtx, node: FoundNode, { minutes, ...holder }: Holder): Promise<Claim> {
  const { user_id, agent } = holder
  const times = { created_at: ctx.now, expires_at: later(ctx.now, minutes) }
  const row = { id: newId(), plan_id: node.plan_id, node_id: node.id, ...holder, ...times }
  // Commands of one plan run one after another, so the index stops only what would be a fault of this code.
  const found = (await insertClaim(ctx.db, row)) ? await findClaim(ctx.db, node.plan_id, row.id) : undefined
  if (!found) throw conflict('claimed', 'Someone else holds this task.')
  await ctx.emit({
    ...about(node),
    kind: 'node.claimed',
    data: { before: null, after: { claim_id: row.id, user_id, agent, expires_at: row.expires_at } },
  })
  return toClaim(found)
}

/** The first task that is ready: of the candidates, or else of the whole plan. */
async function findReady(ctx: WriteCtx, planId: string, candidates: Candidates | undefined) {
  const top = ctx.actor.branch_limit
  for (const id of candidates?.ids ?? []) {
    const start = await readStart(ctx, planId, id)
    const isMine = top === null || start?.path.some((node) => node.id === top)
    if (start && start.obstacle === undefined && isMine) return start
  }
  if (candidates && candidates.all_at === ctx.revision) return undefined
  if (candidates && !candidates.isLast) throw new Outdated()
  const { dependencies, claims } = await readObstacles(ctx, planId)
  const [first] = new ReadyWork(await readRankedNodes(ctx, planId), dependencies, claims).list(1, top)
  return first && readStart(ctx, planId, first.id)
}

/**
 * The last claim of a task and what is in the way of starting it, from the nodes above it and what they wait for.
 * Undefined if it is deleted.
 */
async function readStart(ctx: WriteCtx, planId: string, nodeId: string) {
  const path = await readRankedPath(ctx, planId, nodeId)
  if (path.length === 0) return undefined
  const pathIds = path.map(({ id }) => id)
  const waits = await readDependenciesOf(ctx, planId, pathIds)
  const sourceIds = waits.map(({ source_id }) => source_id)
  const sources = waits.length === 0 ? [] : await readSomeRanked(ctx, planId, sourceIds)
  const [latest] = await listClaimsOfNode(ctx.db, planId, nodeId, 1)
  const work = new ReadyWork([...path, ...sources], waits, {
    held: new Set(latest && isHeld(ctx, latest) ? [nodeId] : []),
    abandoned: new Set(await listAbandonedNodes(ctx.db, planId, ctx.now, nodeId)),
  })
  return { id: nodeId, path, latest, obstacle: work.obstacleOf(nodeId) }
}

/** `renewClaim` for a claim of the caller. 409 `lease_lost` if the caller no longer holds the task. */
export async function renewOwnClaim(
  ctx: WriteCtx,
  { planId, claimId, minutes }: { planId: string; claimId: string; minutes: number },
): Promise<Claim> {
  await requireAccess(ctx, planId, 'claim.renew')
  return renewClaim(ctx, await requireOwnClaim(ctx, planId, claimId), minutes)
}

/** The status of a task after its claim has ended. */
const STATUS = { done: 'completed', blocked: 'blocked', released: 'not_started' } as const satisfies Partial<
  Record<ClaimEnd, NodeStatus>
>

interface Ending {
  planId: string
  claimId: string
  outcome: keyof typeof STATUS
  summary: string | null
}

/**
 * Ends the caller's claim, with a log entry if there is a summary. Returns the tasks that became ready. 409
 * `lease_lost` if the caller no longer holds the task. A claim that has ended with this outcome, for example because its
 * holder completed the task, can be ended so again while the task has the status of this outcome: that only adds the
 * summary, and once. A call that is repeated with its summary succeeds whatever happened to the task since.
 */
export async function endClaim(
  ctx: WriteCtx,
  { planId, claimId, outcome, summary }: Ending,
): Promise<{ node: PlanNode; unblocked: ReadyTask[] }> {
  await requireAccess(ctx, planId, 'plan.edit')
  const claim = await requireOwnClaim(ctx, planId, claimId, outcome)
  const node = await requireNode(ctx, planId, claim.node_id)
  const isOver = claim.ended_at !== null
  if (isOver && node.status !== STATUS[outcome] && !(await isRepeated(ctx, claim, summary)))
    throw lost(ctx, await latestOf(ctx, claim))
  await addSummary(ctx, claim, summary, outcome === 'blocked' ? 'challenge' : 'progress')
  if (isOver) return { node: toNode(await requireNode(ctx, planId, claim.node_id)), unblocked: [] }
  await endClaimAs(ctx, node, claim, outcome)
  const current = await requireNode(ctx, planId, claim.node_id)
  const { unblocked = [], ...after } = await changeStatusAndUnblock(ctx, current, STATUS[outcome])
  return { node: after, unblocked }
}

/** Whether the claim was ended with this summary before, so that the reply to it was lost. */
async function isRepeated(
  ctx: WriteCtx,
  { plan_id, node_id, created_at }: FoundClaim,
  summary: string | null,
): Promise<boolean> {
  return summary !== null && (await hasWritten(ctx, { plan_id, node_id, content: summary }, created_at))
}

/** What the holder of a claim says at its end becomes a log entry. */
export async function addSummary(
  ctx: WriteCtx,
  { plan_id, node_id, created_at, ended_at }: FoundClaim,
  summary: string | null,
  log_type: LogType = 'progress',
): Promise<void> {
  if (summary === null || summary.trim() === '') return
  if (ended_at !== null && (await hasWritten(ctx, { plan_id, node_id, content: summary }, created_at))) return
  await addLog(ctx, plan_id, node_id, { content: summary, log_type, tags: [], metadata: {}, parent_id: null })
}

/** Ends a claim that has expired, or whose token or app is gone or has expired; does nothing otherwise. */
export async function endOverdueClaim(ctx: WriteCtx, planId: string, claimId: string): Promise<void> {
  await lockPlan(ctx.db, planId)
  const claim = await findClaim(ctx.db, planId, claimId)
  if (!claim || claim.ended_at !== null) return
  if (isHeld(ctx, claim) && !(await hasLostCredential(ctx.db, claimId, ctx.now))) return
  const node = await readNode(ctx, planId, claim.node_id)
  if (node) await endClaimAs(ctx, node, claim, 'credential_ended')
  else await endClaimRow(ctx.db, claim.id, { ended_at: ctx.now, outcome: 'expired', ended_by: null })
}

/** Ends a claim; does nothing if it has ended. `user_id` is who holds the task after a hand-over. */
export const endClaimAs = (
  ctx: WriteCtx,
  node: FoundNode,
  claim: FoundClaim,
  outcome: ClaimEnd,
  next: { user_id?: string } = {},
): Promise<void> => endClaims(ctx, [{ ...claim, node_title: node.title }], outcome, next)

/** A claim that the caller holds or held. A person may also end and renew those of their agents. */
async function requireOwnClaim(
  ctx: WriteCtx,
  planId: string,
  claimId: string,
  outcome?: Ending['outcome'],
): Promise<FoundClaim> {
  const claim = await findClaim(ctx.db, planId, claimId)
  if (claim?.user_id !== ctx.actor.id) throw notFound('Claim')
  await requireInBranch(ctx, planId, [claim.node_id])
  if (ctx.actor.via.kind !== 'session' && !isBy(ctx, claim)) {
    if (isHeld(ctx, claim)) throw claimed(claim)
    throw notFound('Claim')
  }
  if (isHeld(ctx, claim) || (outcome !== undefined && claim.outcome === outcome)) return claim
  throw lost(ctx, await latestOf(ctx, claim))
}

/** The claim, or the one that replaced it. */
export async function latestOf(ctx: WriteCtx, claim: FoundClaim): Promise<FoundClaim> {
  const [latest = claim] = await listClaimsOfNode(ctx.db, claim.plan_id, claim.node_id, 1)
  return latest
}

const about = ({ plan_id, id, title }: FoundNode) => ({ plan_id, node_id: id, node_title: title })

const REASONS: Record<Obstacle['code'], string> = {
  not_a_task: 'Only tasks can be claimed.',
  completed: 'The task is completed.',
  in_progress: 'The task is already in progress.',
  blocked: 'The task is blocked.',
  claimed: 'Someone else holds this task.',
  waits_for: 'The task waits for another node.',
  ancestor_blocked: 'A node above the task is blocked.',
  ancestor_waits_for: 'A node above the task waits for another node.',
}

const notReady = ({ id }: FoundNode, obstacle: Obstacle) =>
  conflict(
    'not_ready',
    REASONS[obstacle.code],
    { reason: obstacle.code, ...('by' in obstacle && { by: obstacle.by }) },
    [id],
  )

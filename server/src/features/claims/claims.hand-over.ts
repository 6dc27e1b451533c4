import type { Claim } from '@cairn/contract/api/claims'
import type { PlanNode } from '@cairn/contract/api/nodes'
import { can } from '@cairn/contract/rules/permissions'
import { invalid, notFound } from '../../base/errors.ts'
import { findClaim } from '../../core/claims.repo.ts'
import { isHeld, lost, toClaim } from '../../core/claims.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { requireAccess } from '../../core/plan-access.ts'
import { listAvailableUsers } from '../../core/plan-members.ts'
import { assign } from '../assignments/assignments.commands.ts'
import { requireNode } from '../nodes/nodes.queries.ts'
import { toNode } from '../nodes/nodes.shape.ts'
import { addSummary, endClaimAs, latestOf, startClaim } from './claims.commands.ts'

interface HandOver {
  planId: string
  claimId: string
  /** Who holds the task from now on. */
  user_id: string
  minutes: number
  summary: string | null
}

/** A person holds with all of their sessions, whichever is signed in. */
const NO_CREDENTIAL = ''

/**
 * Gives a claimed task to someone who can edit the plan and assigns them. Its status stays. People hand over every
 * claim, agents those of their person. 409 `lease_lost` if the claim has ended, except when the call is repeated.
 */
export async function handOverTask(
  ctx: WriteCtx,
  { planId, claimId, user_id, minutes, summary }: HandOver,
): Promise<{ claim: Claim; node: PlanNode }> {
  await requireAccess(ctx, planId, 'plan.edit')
  const claim = await findClaim(ctx.db, planId, claimId)
  const isPerson = ctx.actor.via.kind === 'session'
  if (!claim || (!isPerson && claim.user_id !== ctx.actor.id)) throw notFound('Claim')
  if (!isHeld(ctx, claim)) {
    const latest = await latestOf(ctx, claim)
    const isRepeated = claim.outcome === 'handed_over' && claim.ended_by === ctx.actor.credential_id
    if (!isRepeated || latest.user_id !== user_id || !isHeld(ctx, latest)) throw lost(ctx, latest)
    await addSummary(ctx, claim, summary)
    return { claim: toClaim(latest), node: toNode(await requireNode(ctx, planId, claim.node_id)) }
  }
  const node = await requireNode(ctx, planId, claim.node_id)
  const receiver = (await listAvailableUsers(ctx, planId)).find(({ id }) => id === user_id)
  if (!receiver || !can(receiver.role, 'plan.edit'))
    throw invalid('user_id', 'user_id must be someone who can edit the plan')
  if (claim.agent === null && claim.user_id === user_id) throw invalid('user_id', 'user_id already holds this task')

  await addSummary(ctx, claim, summary)
  await endClaimAs(ctx, node, claim, 'handed_over', { user_id })
  await assign(ctx, planId, node.id, user_id)
  const next = await startClaim(ctx, node, { user_id, credential_id: NO_CREDENTIAL, agent: null, minutes })
  return { claim: next, node: toNode(await requireNode(ctx, planId, node.id)) }
}

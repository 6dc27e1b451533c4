import type { PlanEvent } from '@cairn/contract/api/events'
import { endClaims } from '../../core/claims.ends.ts'
import { listOpenClaimsAt } from '../../core/claims.repo.ts'
import type { UndoJob } from './undo.job.ts'

/**
 * Releases a task that an agent still holds since then: it would be kept from others although no one works on it. What
 * people hold stays theirs. Who holds a task is no part of the plan, so this counts as no change.
 */
export async function undoClaim({ ctx, plan }: UndoJob, events: readonly PlanEvent<'node.claimed'>[]): Promise<void> {
  const claimIds = new Set(events.map(({ data }) => data.after.claim_id))
  const nodeIds = events.flatMap(({ node_id }) => node_id ?? [])
  const held = (await listOpenClaimsAt(ctx.db, plan.id, nodeIds)).filter(
    ({ id, agent }) => agent !== null && claimIds.has(id),
  )
  await endClaims(ctx, held, 'released')
}

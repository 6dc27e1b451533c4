import type { PlanEvent } from '@cairn/contract/api/events'
import { CATCH_UP_MAX } from '@cairn/contract/api/live'
import type { Ctx } from '../../core/ctx.ts'
import { withoutDeletedTexts } from '../../core/deleted-texts.repo.ts'
import { listEventsSince } from '../../core/event-log.repo.ts'
import { requireAccess } from '../../core/plan-access.ts'

/**
 * Whether events cannot lead from the known revision to the plan's current one. A revision of another history is
 * unrelated.
 */
export const cannotFollow = (
  known: { since: number; epoch: string | undefined },
  plan: { revision: number; epoch: string },
): boolean =>
  (known.epoch !== undefined && known.epoch !== plan.epoch) ||
  known.since > plan.revision ||
  plan.revision - known.since > CATCH_UP_MAX

interface Asked {
  since?: number
  epoch?: string
  limit: number
}

/** The live channel's events after a revision, with the same bounds. */
export async function getChanges(ctx: Ctx, planId: string, { limit, ...asked }: Asked, epoch: string) {
  const { revision } = await requireAccess(ctx, planId, 'plan.read')
  const since = asked.since ?? revision
  const reload = cannotFollow({ since, epoch: asked.epoch }, { revision, epoch })
  const events: PlanEvent[] = reload
    ? []
    : await withoutDeletedTexts(ctx.db, await listEventsSince(ctx.db, planId, since, limit))
  const last = events.at(-1)?.revision ?? since
  // May include events written since the revision was read.
  const now = Math.max(revision, reload ? 0 : last)
  return { plan_id: planId, epoch, revision: now, events, has_more: !reload && last < now, reload }
}

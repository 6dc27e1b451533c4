import { notFound } from '../../base/errors.ts'
import { hashSecret, newId, newSecret } from '../../base/ids.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { authorizePlan } from '../../core/plan-access.ts'
import type { Services } from '../../core/services.ts'
import { deleteCalendars, findCalendarOf, saveCalendar } from './calendar.repo.ts'

const ASSIGNED = 'assigned'

/** The URL is only in this reply; the previous one of the same feed stops working. */
export async function renewCalendar(ctx: WriteCtx, { publicUrl }: Pick<Services, 'publicUrl'>, planId: string | null) {
  const plan = planId === null ? null : await authorizePlan(ctx, planId, 'plan.read')
  const scope = planId ?? ASSIGNED
  const secret = newSecret()
  const isRenewed = (await findCalendarOf(ctx.db, ctx.actor.id, scope)) !== undefined
  const id = await saveCalendar(ctx.db, {
    id: newId(),
    user_id: ctx.actor.id,
    scope,
    plan_id: planId,
    secret_hash: hashSecret(secret),
    created_at: ctx.now,
  })
  await ctx.recordSecurityEvent({
    kind: isRenewed ? 'calendar.renewed' : 'calendar.created',
    data: { plan_id: planId },
  })
  return {
    id,
    plan: plan && { id: plan.id, title: plan.title },
    created_at: ctx.now,
    url: `${publicUrl()}/calendars/${secret}.ics`,
  }
}

export async function revokeCalendar(ctx: WriteCtx, id: string): Promise<void> {
  if ((await deleteCalendars(ctx.db, ctx.actor.id, { id })) === 0n) throw notFound('Calendar')
  await ctx.recordSecurityEvent({ kind: 'calendar.revoked' })
}

/** For someone who has lost access to the plan: its feed stays off if they come back. */
export async function revokePlanCalendar(ctx: WriteCtx, planId: string, userId: string): Promise<void> {
  if ((await deleteCalendars(ctx.db, userId, { scope: planId })) > 0n)
    await ctx.recordSecurityEvent({ kind: 'calendar.revoked', user_id: userId, data: { plan_id: planId } })
}

/** All feeds of a person; returns how many there were. */
export async function revokeCalendars(ctx: WriteCtx, userId: string): Promise<number> {
  const ended = Number(await deleteCalendars(ctx.db, userId))
  if (ended > 0) await ctx.recordSecurityEvent({ kind: 'calendar.revoked', user_id: userId })
  return ended
}

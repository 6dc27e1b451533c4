// Mails to people with whom a plan is shared, and new links for invitations whose link is no longer safe.
import type { Collaborator } from '@cairn/contract/api/collaborators'
import { hashSecret, newId } from '../../base/ids.ts'
import { HOUR_MS } from '../../base/units.ts'
import type { Limit } from '../../core/attempts.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import type { EventDraft } from '../../core/event-log.repo.ts'
import { requirePerson } from '../../core/person.ts'
import type { AuthorizedPlan } from '../../core/plan-access.ts'
import type { Services } from '../../core/services.ts'
import type { Mail } from '../../providers/mailer.ts'
import { invitationEnd, inviteUrl, linkFor } from './collaborators.invitations.ts'
import { invitationMail } from './collaborators.mails.ts'
import { type FoundInvitation, listInvitations, updateInvitationId } from './collaborators.repo.ts'
import { toPending } from './collaborators.shape.ts'

const MAILS_BY_SENDER_MAX = 50
const MAILS_TO_RECIPIENT_MAX = 5

const senderLimit = ({ actor }: WriteCtx): Limit => ({
  key: `shares by ${actor.id}`,
  max: MAILS_BY_SENDER_MAX,
  window_ms: HOUR_MS,
})
const recipientLimit = (address: string): Limit => ({
  key: `shares to ${hashSecret(address)}`,
  max: MAILS_TO_RECIPIENT_MAX,
  window_ms: HOUR_MS,
})

/** One address gets at most 5 mails an hour from all people together; beyond that the plan is shared without a mail. */
async function mailWithinLimit(ctx: WriteCtx, { attempts, mailer }: Services, mail: Mail): Promise<void> {
  if (await attempts.passes(ctx.db, recipientLimit(mail.to))) ctx.afterCommit(() => mailer.send(mail))
}

/** Mails on behalf of a person: 429 beyond 50 an hour. */
export async function mailFromPerson(ctx: WriteCtx, app: Services, mail: Mail): Promise<void> {
  await app.attempts.countIn(ctx.db, [senderLimit(ctx)])
  await mailWithinLimit(ctx, app, mail)
}

const mailOf = (app: Services, plan: AuthorizedPlan, { id, email }: FoundInvitation, from: string): Mail =>
  invitationMail({ to: email, from, planTitle: plan.title }, inviteUrl(app, id))

export async function sendInvitation(
  ctx: WriteCtx,
  app: Services,
  plan: AuthorizedPlan,
  invitation: FoundInvitation,
): Promise<Collaborator> {
  await mailFromPerson(ctx, app, mailOf(app, plan, invitation, ctx.actor.name))
  return toPending(invitation, linkFor(app, { id: ctx.actor.id, role: plan.role }, invitation))
}

/**
 * Gives the invitation a new id, which ends its link. Unless it has expired, it is renewed and mailed again, within the
 * limits of mails. Null if it was just accepted or canceled.
 */
export async function replaceInvitationLink(
  ctx: WriteCtx,
  app: Services,
  plan: AuthorizedPlan,
  invitation: FoundInvitation,
): Promise<FoundInvitation | null> {
  const expired = invitation.expires_at <= ctx.now
  const replaced = { ...invitation, id: newId(), expires_at: expired ? invitation.expires_at : invitationEnd(ctx.now) }
  if (!(await updateInvitationId(ctx.db, invitation.id, replaced))) return null
  if (expired || !(await app.attempts.passes(ctx.db, senderLimit(ctx)))) return replaced
  const { name } = await requirePerson(ctx, invitation.invited_by)
  await mailWithinLimit(ctx, app, mailOf(app, plan, replaced, name))
  return replaced
}

/** Gives new links to the invitations of other people, which the former owner knows. The plan is not yet transferred. */
export async function replaceLinksOfOthers(ctx: WriteCtx, app: Services, plan: AuthorizedPlan): Promise<void> {
  const events: EventDraft[] = []
  for (const invitation of await listInvitations(ctx.db, plan.id)) {
    if (invitation.invited_by === plan.owner_id) continue
    const replaced = await replaceInvitationLink(ctx, app, plan, invitation)
    if (!replaced) continue
    events.push({
      kind: 'invitation.changed',
      plan_id: plan.id,
      data: {
        before: { invitation_id: invitation.id, role: invitation.role },
        after: { invitation_id: replaced.id, role: replaced.role },
      },
    })
  }
  await ctx.emitAll(events)
}

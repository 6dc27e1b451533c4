import type { Collaborator, CollaboratorRole } from '@cairn/contract/api/collaborators'
import { conflict, invalid, notFound } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { refuseDemo } from '../../core/demo-account.ts'
import { holdPerson } from '../../core/person.repo.ts'
import { type AuthorizedPlan, authorizePlan } from '../../core/plan-access.ts'
import type { Services } from '../../core/services.ts'
import { requireVersion } from '../../core/versions.ts'
import { changeInvitationRole, changeMemberRole, requireGivable, requireManageable } from './collaborators.commands.ts'
import { addressIsEnough, cancelInvitations, invitationEnd, linkFor } from './collaborators.invitations.ts'
import { sharedMail } from './collaborators.mails.ts'
import {
  type FoundAccount,
  type FoundInvitation,
  findAccount,
  findInvitation,
  findInvitationOf,
  findMember,
  insertInvitation,
  insertMember,
  updateInvitationEnd,
} from './collaborators.repo.ts'
import { mailFromPerson, sendInvitation } from './collaborators.sending.ts'
import { toCollaborator, toPending } from './collaborators.shape.ts'

/** New collaborators are viewers unless the caller names a role. */
const DEFAULT_ROLE: CollaboratorRole = 'viewer'

export interface Invitee {
  email?: string | null
  user_id?: string | null
  /** Absent: viewer for a new person, unchanged for a collaborator. */
  role?: CollaboratorRole
  expected_version?: number
}
interface Shared {
  collaborator: Collaborator
  /** False if the person already had access or an invitation. */
  created: boolean
}

/**
 * Shares the plan: a verified account gets access, any other address an invitation (without mail, every account gets
 * access). Existing people get the role. 404 `user_not_found`, 409 `already_exists` for the owner.
 */
export async function share(ctx: WriteCtx, app: Services, planId: string, invitee: Invitee): Promise<Shared> {
  const plan = await authorizePlan(ctx, planId, 'plan.share')
  await refuseDemo(ctx)
  const account = await findInvitee(ctx, invitee)
  const email = account?.email ?? invitee.email ?? ''
  if (account?.id === plan.owner_id) throw conflict('already_exists', 'This person already has access to the plan')

  const member = account && (await findMember(ctx.db, planId, account.id))
  if (member) {
    await requireVersion('collaborator', member, invitee.expected_version, () => toCollaborator(member))
    const changed = await changeMemberRole(ctx, plan, member, invitee.role ?? member.role)
    return { collaborator: toCollaborator(changed), created: false }
  }
  const verified = account !== undefined && (account.email_verified_at !== null || addressIsEnough(app.config))
  const invitation = await findInvitationOf(ctx.db, planId, email)
  if (invitation && !verified) {
    await requireVersion('invitation', invitation, invitee.expected_version, () => toPending(invitation, null))
    const changed = await changeInvitationRole(ctx, app, plan, invitation, invitee.role ?? invitation.role)
    if (changed.expires_at <= ctx.now) return { collaborator: await renew(ctx, app, plan, changed), created: false }
    return {
      collaborator: toPending(changed, linkFor(app, { id: ctx.actor.id, role: plan.role }, changed)),
      created: false,
    }
  }
  if (invitation) {
    if (invitation.expires_at > ctx.now) requireManageable(ctx, plan, { id: null, role: invitation.role })
    await cancelInvitations(ctx, planId, [invitation])
  }
  const role = invitee.role ?? invitation?.role ?? DEFAULT_ROLE
  requireGivable(plan, role)
  const collaborator = verified
    ? await addMember(ctx, app, plan, { account, role })
    : await invite(ctx, app, plan, { email, role })
  return { collaborator, created: true }
}

async function findInvitee(ctx: WriteCtx, { user_id, email }: Invitee): Promise<FoundAccount | undefined> {
  if (!user_id) return findAccount(ctx.db, { email: email ?? '' })
  const account = await findAccount(ctx.db, { id: user_id })
  if (!account) throw notFound('User')
  if (email && email !== account.email) throw invalid('email', 'email is not the address of the person with user_id')
  return account
}

async function addMember(
  ctx: WriteCtx,
  app: Services,
  plan: AuthorizedPlan,
  { account, role }: { account: FoundAccount; role: CollaboratorRole },
): Promise<Collaborator> {
  const { id: user_id, name, email, avatar_key } = account
  // A deletion of the account that has begun looks for its plans only once.
  if (!(await holdPerson(ctx.db, user_id))) throw notFound('User')
  const row = { id: newId(), plan_id: plan.id, user_id, role, version: 1, created_at: ctx.now }
  // The plan is locked, and the person had no access a moment ago.
  await insertMember(ctx.db, row)
  await ctx.emit({
    kind: 'collaborator.added',
    plan_id: plan.id,
    data: { before: null, after: { user_id, role } },
  })
  const mail = sharedMail({ to: email, from: ctx.actor.name, planTitle: plan.title }, planUrl(app, plan.id))
  await mailFromPerson(ctx, app, mail)
  return toCollaborator({ id: row.id, user_id, role, version: 1, created_at: ctx.now, name, email, avatar_key })
}

async function invite(
  ctx: WriteCtx,
  app: Services,
  plan: AuthorizedPlan,
  { email, role }: { email: string; role: CollaboratorRole },
): Promise<Collaborator> {
  const row = {
    id: newId(),
    plan_id: plan.id,
    email,
    role,
    invited_by: ctx.actor.id,
    version: 1,
    created_at: ctx.now,
    expires_at: invitationEnd(ctx.now),
  }
  await insertInvitation(ctx.db, row)
  await ctx.emit({
    kind: 'invitation.created',
    plan_id: plan.id,
    data: { before: null, after: { invitation_id: row.id, role } },
  })
  return sendInvitation(ctx, app, plan, row)
}

/** Renews a pending invitation for seven days, and mails it again. 404 `invitation_not_found`. */
export async function renewInvitation(ctx: WriteCtx, app: Services, planId: string, id: string): Promise<Collaborator> {
  const plan = await authorizePlan(ctx, planId, 'plan.share')
  await refuseDemo(ctx)
  const invitation = await findInvitation(ctx.db, planId, id)
  if (!invitation) throw notFound('Invitation')
  return renew(ctx, app, plan, invitation)
}

async function renew(
  ctx: WriteCtx,
  app: Services,
  plan: AuthorizedPlan,
  invitation: FoundInvitation,
): Promise<Collaborator> {
  requireGivable(plan, invitation.role)
  const expires_at = invitationEnd(ctx.now)
  await updateInvitationEnd(ctx.db, invitation.id, expires_at)
  return sendInvitation(ctx, app, plan, { ...invitation, expires_at })
}

const planUrl = ({ publicUrl }: Services, planId: string): string => `${publicUrl()}/plans/${planId}`

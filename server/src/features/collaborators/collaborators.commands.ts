import type { Collaborator, CollaboratorRole } from '@cairn/contract/api/collaborators'
import { canGiveRole, canManageCollaborator, roleAllows } from '@cairn/contract/rules/permissions'
import { forbidden, invalid, notFound } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import { endClaimsIn } from '../../core/claims.ends.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { type AuthorizedPlan, authorizePlan } from '../../core/plan-access.ts'
import type { Services } from '../../core/services.ts'
import { requireVersion } from '../../core/versions.ts'
import { unassignEverywhere } from '../assignments/assignments.commands.ts'
import { revokePlanCalendar } from '../calendar/calendar.commands.ts'
import { forgetReads, keepReadUntil } from '../logs/logs.unread.ts'
import { forgetWatches } from '../watches/watches.commands.ts'
import { pauseWebhooks } from '../webhooks/webhooks.commands.ts'
import { cancelInvitations, cancelInvitationsFrom, linkFor } from './collaborators.invitations.ts'
import {
  deleteMember,
  type FoundInvitation,
  type FoundMember,
  findInvitation,
  findMember,
  insertMember,
  updateInvitationRole,
  updateMemberRole,
} from './collaborators.repo.ts'
import { replaceInvitationLink, replaceLinksOfOthers } from './collaborators.sending.ts'
import { toCollaborator, toPending } from './collaborators.shape.ts'

/** `id` is that of a user or of a pending invitation. */
interface Addressed {
  planId: string
  id: string
  expected_version?: number
}

/** `id` is that of a user or of a pending invitation. 404 if neither is in this plan. */
export async function setCollaboratorRole(
  ctx: WriteCtx,
  app: Services,
  { planId, id, role, expected_version }: Addressed & { role: CollaboratorRole },
): Promise<Collaborator> {
  const plan = await authorizePlan(ctx, planId, 'plan.share')
  refuseOwner(plan, id)
  const member = await findMember(ctx.db, planId, id)
  if (member) {
    await requireVersion('collaborator', member, expected_version, () => toCollaborator(member))
    return toCollaborator(await changeMemberRole(ctx, plan, member, role))
  }
  const invitation = await requireInvitation(ctx, planId, id, expected_version)
  const changed = await changeInvitationRole(ctx, app, plan, invitation, role)
  return toPending(changed, linkFor(app, { id: ctx.actor.id, role: plan.role }, changed))
}

/** Revokes a person's access, or cancels an invitation. */
export async function removeCollaborator(ctx: WriteCtx, { planId, id, expected_version }: Addressed): Promise<void> {
  const plan = await authorizePlan(ctx, planId, 'plan.share')
  refuseOwner(plan, id)
  const member = await findMember(ctx.db, planId, id)
  if (member) {
    requireManageable(ctx, plan, { id, role: member.role })
    await requireVersion('collaborator', member, expected_version, () => toCollaborator(member))
    return endMembership(ctx, plan, member, 'collaborator.removed')
  }
  const invitation = await requireInvitation(ctx, planId, id, expected_version)
  requireManageable(ctx, plan, { id: null, role: invitation.role })
  await cancelInvitations(ctx, planId, [invitation])
}

/** The owner must transfer the plan first. A plan in the trash is left only with `trashed`. */
export async function leavePlan(ctx: WriteCtx, planId: string, { trashed = false } = {}): Promise<void> {
  const plan = await authorizePlan(ctx, planId, 'plan.leave', { trashed })
  const member = await findMember(ctx.db, planId, ctx.actor.id)
  if (!member) throw notFound('Plan')
  await endMembership(ctx, plan, member, 'collaborator.left')
}

/**
 * The only way to end a person's access to a plan, with assignments, sent invitations and open sockets. The caller has
 * authorized the plan.
 */
export async function endMembership(
  ctx: WriteCtx,
  plan: AuthorizedPlan,
  { user_id, role }: FoundMember,
  kind: 'collaborator.removed' | 'collaborator.left',
): Promise<void> {
  await unassignEverywhere(ctx, plan.id, user_id)
  await forgetReads(ctx, plan.id, user_id)
  await forgetWatches(ctx, plan.id, user_id)
  await revokePlanCalendar(ctx, plan.id, user_id)
  await pauseWebhooks(ctx, plan.id, user_id)
  await cancelInvitationsFrom(ctx, plan.id, user_id, null)
  await deleteMember(ctx.db, plan.id, user_id)
  await ctx.emit({ kind, plan_id: plan.id, data: { before: { user_id, role }, after: null } })
  ctx.revokeAccess({ kind: 'plan_access', plan_id: plan.id, user_id })
}

/**
 * Replaces a collaborator, who becomes the owner, with the former owner in the role. 400 for anyone else. The caller has
 * authorized the plan, changes its owner and emits the event.
 */
export async function swapMember(
  ctx: WriteCtx,
  app: Services,
  plan: AuthorizedPlan,
  { heirId, role }: { heirId: string; role: CollaboratorRole },
): Promise<void> {
  const { id: plan_id, owner_id: user_id } = plan
  const heir = await findMember(ctx.db, plan_id, heirId)
  if (!heir) throw invalid('user_id', 'user_id must be a collaborator of the plan')
  await keepReadUntil(ctx, plan_id, heirId, heir.created_at)
  await deleteMember(ctx.db, plan_id, heirId)
  // With the plan since it exists: what was unread stays so.
  await insertMember(ctx.db, { id: newId(), plan_id, user_id, role, version: 1, created_at: plan.created_at })
  await cancelInvitationsFrom(ctx, plan_id, user_id, role)
  await replaceLinksOfOthers(ctx, app, plan)
}

/** Does nothing if the role is unchanged. The caller has authorized the plan. */
export async function changeMemberRole(
  ctx: WriteCtx,
  plan: AuthorizedPlan,
  member: FoundMember,
  role: CollaboratorRole,
): Promise<FoundMember> {
  if (member.role === role) return member
  const { user_id } = member
  requireManageable(ctx, plan, { id: user_id, role: member.role })
  requireGivable(plan, role)
  await cancelInvitationsFrom(ctx, plan.id, user_id, role)
  await updateMemberRole(ctx.db, plan.id, user_id, role)
  if (!roleAllows(role, 'webhook.manage')) await pauseWebhooks(ctx, plan.id, user_id)
  await ctx.emit({
    kind: 'collaborator.changed',
    plan_id: plan.id,
    data: { before: { user_id, role: member.role }, after: { user_id, role } },
  })
  if (!roleAllows(role, 'plan.edit')) await endClaimsIn(ctx, plan.id, user_id)
  return { ...member, role, version: member.version + 1 }
}

/**
 * Does nothing if the role is unchanged. If the person who sent it may not give the role, the invitation becomes the
 * caller's, with a new link. The caller has authorized the plan.
 */
export async function changeInvitationRole(
  ctx: WriteCtx,
  app: Services,
  plan: AuthorizedPlan,
  invitation: FoundInvitation,
  role: CollaboratorRole,
): Promise<FoundInvitation> {
  if (invitation.role === role) return invitation
  const { id, invited_by } = invitation
  requireManageable(ctx, plan, { id: null, role: invitation.role })
  requireGivable(plan, role)
  await updateInvitationRole(ctx.db, id, role)
  const updated = { ...invitation, role, version: invitation.version + 1 }
  const sender = invited_by === plan.owner_id ? 'owner' : (await findMember(ctx.db, plan.id, invited_by))?.role
  const replaced =
    sender && canGiveRole(sender, role)
      ? null
      : await replaceInvitationLink(ctx, app, plan, { ...updated, invited_by: ctx.actor.id })
  const changed = replaced ?? updated
  await ctx.emit({
    kind: 'invitation.changed',
    plan_id: plan.id,
    data: { before: { invitation_id: id, role: invitation.role }, after: { invitation_id: changed.id, role } },
  })
  return changed
}

function refuseOwner({ owner_id }: AuthorizedPlan, id: string): void {
  if (id === owner_id) throw forbidden("The owner's access cannot be changed. Transfer the plan first.")
}

/** An admin who could appoint admins could not be stopped. */
export function requireGivable({ role }: AuthorizedPlan, given: CollaboratorRole): void {
  if (!canGiveRole(role, given)) throw forbidden('Only the owner can make someone an admin.')
}

export function requireManageable(
  { actor }: WriteCtx,
  { role }: AuthorizedPlan,
  target: { id: string | null; role: CollaboratorRole },
): void {
  if (canManageCollaborator({ id: actor.id, role }, target)) return
  throw forbidden(
    actor.id === target.id
      ? 'You cannot change your own role or remove yourself. Leave the plan instead.'
      : 'Only the owner can change or remove an admin.',
  )
}

async function requireInvitation(
  ctx: WriteCtx,
  planId: string,
  id: string,
  expected: number | undefined,
): Promise<FoundInvitation> {
  const invitation = await findInvitation(ctx.db, planId, id)
  if (!invitation) throw notFound('Collaborator')
  await requireVersion('invitation', invitation, expected, () => toPending(invitation, null))
  return invitation
}

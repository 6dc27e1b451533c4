// Invitations wait for their address to be verified. The signed link, which is not stored, proves who invited. After 7
// days neither link nor address gives access until the invitation is renewed.
import type { Collaborator } from '@cairn/contract/api/collaborators'
import { INVITATION_DAYS, type OpenedInvitation } from '@cairn/contract/api/invitations'
import { canGiveRole, type PlanRole } from '@cairn/contract/rules/permissions'
import type { Config } from '../../base/config.ts'
import { AppError } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import { DAY_MS, plusMs } from '../../base/units.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { findPlanAccess } from '../../core/plan-access.repo.ts'
import type { Sealed } from '../../core/sealed.ts'
import type { Services } from '../../core/services.ts'
import type { Signer } from '../../core/signing.ts'
import { lockPlan } from '../../db/plan-lock.ts'
import type { Db, Tx } from '../../db/schema.ts'
import {
  deleteInvitations,
  type FoundInvitation,
  findAccount,
  findInvitation,
  findOpenedInvitation,
  insertMember,
  listInvitationsFrom,
  listInvitationsTo,
} from './collaborators.repo.ts'

const PURPOSE = 'invitation'

/** The expiry of an invitation that is created or renewed now. */
export const invitationEnd = (now: string): string => plusMs(now, INVITATION_DAYS * DAY_MS)

/** The page on which the invited person accepts it, or first creates the account. */
export const inviteUrl = ({ signer, publicUrl }: Pick<Services, 'signer' | 'publicUrl'>, id: string): string =>
  `${publicUrl()}/register?invitation=${id}.${signer.sign(PURPOSE, id)}`

/**
 * The link for the owner and the person who sent the invitation, null for others: they could still use it after they
 * lose access.
 */
export const linkFor = (
  app: Pick<Services, 'signer' | 'publicUrl'>,
  person: { id: string; role: PlanRole },
  { id, role, invited_by }: Pick<FoundInvitation, 'id' | 'role' | 'invited_by'>,
): string | null =>
  person.role === 'owner' || (person.id === invited_by && canGiveRole(person.role, role)) ? inviteUrl(app, id) : null

/**
 * Whether an account with the address is enough proof of identity: only on a server that no other machine can reach.
 */
export const addressIsEnough = ({ smtp_url, loopback }: Pick<Config, 'smtp_url' | 'loopback'>): boolean =>
  smtp_url === null && loopback

/** The id of a link's invitation; null if the token is invalid. */
function invitationOf(signer: Signer, token: string | null): string | null {
  const [id = '', signature = ''] = token?.split('.') ?? []
  return signer.verify(PURPOSE, id, signature) ? id : null
}

/** The invitation of a valid link; undefined if it expired, was accepted or canceled, or the plan was deleted. */
export async function findOpenInvitation(
  db: Db | Tx,
  signer: Signer,
  { token, now }: { token: string | null; now: string },
) {
  const id = invitationOf(signer, token)
  return id === null ? undefined : findOpenedInvitation(db, id, now)
}

/** What the holder of the link can see. 404 `invitation_not_found`. */
export async function readInvitation(
  db: Db | Tx,
  signer: Signer,
  link: { token: string; now: string },
): Promise<OpenedInvitation> {
  const found = await findOpenInvitation(db, signer, link)
  if (!found) throw invitationNotFound()
  return { plan_title: found.plan_title, inviter_name: found.inviter_name, email: found.email }
}

const invitationNotFound = (): AppError =>
  new AppError(
    404,
    'invitation_not_found',
    'This invitation has expired, was canceled or was already accepted. Ask for a new one.',
  )

/** The caller is signed in with the invited address. 403 `other_address`, 404 `invitation_not_found`. */
export async function acceptInvitation(ctx: WriteCtx, signer: Signer, token: string): Promise<{ plan_id: string }> {
  const found = await findOpenInvitation(ctx.db, signer, { token, now: ctx.now })
  if (!found) throw invitationNotFound()
  const account = await findAccount(ctx.db, { id: ctx.actor.id })
  if (account?.email !== found.email)
    throw new AppError(403, 'other_address', `This invitation is for ${found.email}. Sign in with that address.`)
  if (!(await accept(ctx, account.id, found))) throw invitationNotFound()
  return { plan_id: found.plan_id }
}

interface Person {
  id: string
  email: string
}

/** For a person whose address was just verified: accepts every invitation to it. The actor is that person. */
export async function acceptInvitations(ctx: WriteCtx, person: Person): Promise<void> {
  for (const invitation of await listInvitationsTo(ctx.db, person.email)) await accept(ctx, person.id, invitation)
}

/**
 * For a new account created through an invitation link: accepts that one invitation. Does nothing for any other token.
 */
export async function acceptLink(
  ctx: WriteCtx,
  signer: Signer,
  person: Person,
  token: string | null,
): Promise<string | null> {
  const invitation = await findOpenInvitation(ctx.db, signer, { token, now: ctx.now })
  if (invitation?.email !== person.email) return null
  return (await accept(ctx, person.id, invitation)) ? invitation.plan_id : null
}

/** Someone who already has access keeps the role. False if the invitation has expired, or was canceled or accepted. */
async function accept(
  ctx: WriteCtx,
  user_id: string,
  { id, plan_id }: Pick<FoundInvitation, 'id' | 'plan_id'>,
): Promise<boolean> {
  // Its role and the plan's owner can change until the plan is locked.
  await lockPlan(ctx.db, plan_id)
  const invitation = await findInvitation(ctx.db, plan_id, id)
  if (!invitation || invitation.expires_at <= ctx.now) return false
  const { role } = invitation
  const plan = await findPlanAccess(ctx.db, plan_id, user_id)
  if (plan?.owner_id === user_id || plan?.collaborator_role) {
    await cancelInvitations(ctx, plan_id, [invitation])
    return true
  }
  await deleteInvitations(ctx.db, [id])
  await insertMember(ctx.db, { id: newId(), plan_id, user_id, role, version: 1, created_at: ctx.now })
  await ctx.emit({ kind: 'collaborator.added', plan_id, data: { before: null, after: { user_id, role } } })
  return true
}

/** For account deletion: deletes the invitations to the address, so that it is stored nowhere. */
export async function deleteInvitationsTo(ctx: WriteCtx, email: string): Promise<void> {
  for (const invitation of await listInvitationsTo(ctx.db, email))
    await cancelInvitations(ctx, invitation.plan_id, [invitation])
}

/**
 * Cancels the invitations of a person, who knows their links, except those that the person may still send with a new
 * role; null without access.
 */
export async function cancelInvitationsFrom(
  ctx: WriteCtx,
  planId: string,
  userId: string,
  role: PlanRole | null,
): Promise<void> {
  const sent = await listInvitationsFrom(ctx.db, planId, userId)
  const ended = sent.filter((invitation) => role === null || !canGiveRole(role, invitation.role))
  await cancelInvitations(ctx, planId, ended)
}

/** Leaves out those that were just accepted. The caller has authorized it. */
export async function cancelInvitations(
  ctx: WriteCtx,
  plan_id: string,
  invitations: readonly Pick<FoundInvitation, 'id' | 'role'>[],
): Promise<void> {
  await lockPlan(ctx.db, plan_id)
  const deleted = new Set(
    await deleteInvitations(
      ctx.db,
      invitations.map(({ id }) => id),
    ),
  )
  await ctx.emitAll(
    invitations
      .filter(({ id }) => deleted.has(id))
      .map(({ id: invitation_id, role }) => ({
        kind: 'invitation.removed',
        plan_id,
        data: { before: { invitation_id, role }, after: null },
      })),
  )
}

/** The link of an invitation is not stored: a repeated call gets it again if the first one got it. */
export const sealedInvitation = (app: Pick<Services, 'signer' | 'publicUrl'>): Sealed<Collaborator> => ({
  seal: (collaborator) => (collaborator.invite_url ? { ...collaborator, invite_url: '' } : collaborator),
  open: (_, collaborator) =>
    collaborator.invite_url === '' ? { ...collaborator, invite_url: inviteUrl(app, collaborator.id) } : collaborator,
})

// Invitations wait for their address to be verified. The signed link, which is not stored, proves who invited. After 7
// days neither link nor address gives access until the invitation is renewed.
import type { Collaborator } from '@cairn/contract/api/collaborators'
import { INVITATION_DAYS, type OpenedInvitation } from '@cairn/contract/api/invitations'
import { canGiveRole, type PlanRole } from '@cairn/contract/rules/permissions'
import type { Config } from '../../base/config.ts'
import { AppError } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import type { Sealed } from '../../core/sealed.ts'
import type { Services } from '../../core/services.ts'
import type { Signer } from '../../core/signing.ts'
import type { Db, Tx } from '../../db/schema.ts'
import {
  deleteInvitation,
  type FoundInvitation,
  findAccount,
  findOpenedInvitation,
  insertMember,
  listInvitationsFrom,
  listInvitationsTo,
} from './collaborators.repo.ts'

const PURPOSE = 'invitation'
const DAY_MS = 86_400_000

/** The expiry of an invitation that is created or renewed now. */
export const invitationEnd = (now: string): string => new Date(Date.parse(now) + INVITATION_DAYS * DAY_MS).toISOString()

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
  await accept(ctx, account.id, found)
  return { plan_id: found.plan_id }
}

interface Person {
  id: string
  email: string
}

/** For a person whose address was just verified: accepts every invitation to it. The actor is that person. */
export async function acceptInvitations(ctx: WriteCtx, person: Person): Promise<void> {
  for (const invitation of await listInvitationsTo(ctx.db, person.email))
    if (invitation.expires_at > ctx.now) await accept(ctx, person.id, invitation)
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
  await accept(ctx, person.id, invitation)
  return invitation.plan_id
}

async function accept(
  ctx: WriteCtx,
  user_id: string,
  { id, plan_id, role }: Pick<FoundInvitation, 'id' | 'plan_id' | 'role'>,
): Promise<void> {
  // On PostgreSQL it may have been canceled since it was listed.
  if (!(await deleteInvitation(ctx.db, id))) return
  const member = { id: newId(), plan_id, user_id, role, version: 1, created_at: ctx.now }
  if (!(await insertMember(ctx.db, member))) return
  await ctx.emit({ kind: 'collaborator.added', plan_id, data: { before: null, after: { user_id, role } } })
}

/** For account deletion: deletes the invitations to the address, so that it is stored nowhere. */
export async function deleteInvitationsTo(ctx: WriteCtx, email: string): Promise<void> {
  for (const invitation of await listInvitationsTo(ctx.db, email)) await cancelInvitation(ctx, invitation)
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
  for (const invitation of await listInvitationsFrom(ctx.db, planId, userId))
    if (role === null || !canGiveRole(role, invitation.role)) await cancelInvitation(ctx, invitation)
}

/** Does nothing if it was just accepted. The caller has authorized it. */
export async function cancelInvitation(
  ctx: WriteCtx,
  { id, plan_id, role }: Pick<FoundInvitation, 'id' | 'plan_id' | 'role'>,
): Promise<void> {
  if (!(await deleteInvitation(ctx.db, id))) return
  await ctx.emit({
    kind: 'invitation.removed',
    plan_id,
    data: { before: { invitation_id: id, role }, after: null },
  })
}

/** The link of an invitation is not stored: a repeated call gets it again if the first one got it. */
export const sealedInvitation = (app: Pick<Services, 'signer' | 'publicUrl'>): Sealed<Collaborator> => ({
  seal: (collaborator) => (collaborator.invite_url ? { ...collaborator, invite_url: '' } : collaborator),
  open: (_, collaborator) =>
    collaborator.invite_url === '' ? { ...collaborator, invite_url: inviteUrl(app, collaborator.id) } : collaborator,
})

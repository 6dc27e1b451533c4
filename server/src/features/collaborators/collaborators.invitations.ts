// An invitation waits for an address to become somebody's. Its link proves that it was given by somebody who may share the plan;
// nothing of the link is stored.
import type { WriteCtx } from '../../core/ctx.ts'
import { newId } from '../../core/ids.ts'
import type { Services } from '../../core/services.ts'
import type { Signer } from '../../core/signing.ts'
import { deleteInvitation, type FoundInvitation, insertMember, listInvitationsTo } from './collaborators.repo.ts'

const PURPOSE = 'invitation'

/** Where the invited person creates the account. */
export const inviteUrl = ({ signer, publicUrl }: Pick<Services, 'signer' | 'publicUrl'>, id: string): string =>
  `${publicUrl()}/register?invitation=${id}.${signer.sign(PURPOSE, id)}`

/** The id of the invitation a link was made for; null when the token is none of ours. */
function invitationOf(signer: Signer, token: string | null): string | null {
  const [id = '', signature = ''] = token?.split('.') ?? []
  return signer.verify(PURPOSE, id, signature) ? id : null
}

/** For an account that ends: what waited for its address waits no longer, and the address is kept nowhere. */
export async function deleteInvitationsTo(ctx: WriteCtx, email: string): Promise<void> {
  for (const { id, plan_id, role } of await listInvitationsTo(ctx.db, email))
    if (await deleteInvitation(ctx.db, id))
      await ctx.emit({
        kind: 'invitation.removed',
        plan_id,
        data: { before: { invitation_id: id, role }, after: null },
      })
}

interface NewMember {
  id: string
  email: string
}

/**
 * For a person whose address is now known to be their own: every invitation to it becomes access. The actor is that person.
 * Also for a new account on a server without mail, where no address is ever verified.
 */
export async function acceptInvitations(ctx: WriteCtx, person: NewMember): Promise<void> {
  for (const invitation of await listInvitationsTo(ctx.db, person.email)) await accept(ctx, person, invitation)
}

/** For a new account that was made through an invitation's link: the one plan it was for. Any other token changes nothing. */
export async function acceptInvitationLink(
  ctx: WriteCtx,
  signer: Signer,
  person: NewMember,
  token: string | null,
): Promise<void> {
  const id = invitationOf(signer, token)
  const invitation = (await listInvitationsTo(ctx.db, person.email)).find((sent) => sent.id === id)
  if (invitation) await accept(ctx, person, invitation)
}

async function accept(ctx: WriteCtx, { id: user_id }: NewMember, invitation: FoundInvitation): Promise<void> {
  const { id, plan_id, role } = invitation
  // On PostgreSQL it may have been withdrawn since it was listed.
  if (!(await deleteInvitation(ctx.db, id))) return
  const member = { id: newId(), plan_id, user_id, role, version: 1, created_at: ctx.now }
  if (!(await insertMember(ctx.db, member))) return
  await ctx.emit({ kind: 'collaborator.added', plan_id, data: { before: null, after: { user_id, role } } })
}

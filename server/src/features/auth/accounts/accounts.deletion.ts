import type { WriteCtx } from '../../../core/ctx.ts'
import { deleteInvitationsTo } from '../../collaborators/collaborators.invitations.ts'
import { updateUser } from '../identity/account.repo.ts'
import { NO_PASSWORD } from '../identity/passwords.ts'
import { dropTwoFactor, revokeAllAccess } from './accounts.verification.ts'

/** Anonymizes the account: removes credentials and personal data, frees the address and closes its sockets. */
export async function anonymizeAccount(
  ctx: WriteCtx,
  { id: userId, email }: { id: string; email: string },
): Promise<void> {
  await deleteInvitationsTo(ctx, email)
  await revokeAllAccess(ctx, userId)
  await dropTwoFactor(ctx, userId)
  await updateUser(ctx.db, userId, {
    email: `deleted-${userId}@invalid`,
    name: 'Deleted user',
    organization: null,
    password_hash: NO_PASSWORD,
    avatar_key: null,
    avatar_file: null,
    email_verified_at: null,
    updated_at: ctx.now,
    deleted_at: ctx.now,
  })
  await ctx.recordSecurityEvent({ kind: 'account.deleted' })
  ctx.revokeAccess({ kind: 'all_credentials', user_id: userId })
}

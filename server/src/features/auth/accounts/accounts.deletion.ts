import type { Config } from '../../../base/config.ts'
import type { WriteCtx } from '../../../core/ctx.ts'
import type { UserRow } from '../../../db/schema.ts'
import { addressIsEnough, deleteInvitationsTo } from '../../collaborators/collaborators.invitations.ts'
import { updateUser } from '../identity/account.repo.ts'
import { NO_PASSWORD } from '../identity/passwords.ts'
import { dropTwoFactor, revokeAllAccess } from './accounts.verification.ts'

/** Anonymizes the account: removes credentials and personal data, frees the address and closes its sockets. */
export async function anonymizeAccount(
  ctx: WriteCtx,
  config: Config,
  { id: userId, email, email_verified_at }: Pick<UserRow, 'id' | 'email' | 'email_verified_at'>,
): Promise<void> {
  // An address that was never verified may be someone else's, and its invitations wait for that person.
  if (email_verified_at !== null || addressIsEnough(config)) await deleteInvitationsTo(ctx, email)
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

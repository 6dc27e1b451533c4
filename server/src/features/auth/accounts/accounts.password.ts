import { invalid } from '../../../base/errors.ts'
import type { CallWithoutTx } from '../../../core/ctx.ts'
import type { AccountServices } from '../../../core/services.ts'
import { updateUser } from '../identity/account.repo.ts'
import { deleteOneTimeTokens } from '../identity/one-time-tokens.repo.ts'
import { hashPassword, refuseCommonPassword } from '../identity/passwords.ts'
import { confirmPassword } from '../identity/reauthentication.ts'
import { passwordChangedMail, securityMail } from '../identity/security-mails.ts'
import { endSessions } from '../sessions/sessions.ts'
import { dropTwoFactor } from './accounts.verification.ts'

/**
 * Ends all other sessions with their sockets, voids pending reset links and cancels a two-factor setup that was not
 * confirmed. API tokens and connected apps stay:
 * their owner revokes them in Settings, and a reset ends them. 400 `wrong_password`, and for the current password as the new one.
 */
export async function changePassword(
  call: CallWithoutTx,
  app: AccountServices,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
) {
  await refuseCommonPassword('newPassword', newPassword)
  const runConfirmed = await confirmPassword(call, app, currentPassword)
  if (newPassword === currentPassword)
    throw invalid('newPassword', 'Choose a password that differs from your current one')
  const password_hash = await hashPassword(newPassword)
  await runConfirmed(async (ctx, user) => {
    await updateUser(ctx.db, user.id, { password_hash, updated_at: ctx.now })
    await ctx.recordSecurityEvent({ kind: 'password.changed', address: call.address })
    await deleteOneTimeTokens(ctx.db, user.id, ['reset', 'two_factor', 'email'])
    if (user.totp_enabled_at === null) await dropTwoFactor(ctx, user.id)
    await endSessions(ctx, user.id, ctx.actor.credential_id)
    ctx.afterCommit(await securityMail(app, ctx.db, user, passwordChangedMail(user, app.publicUrl())))
  })
  return { message: 'Your password has been changed and your other sessions are logged out.' }
}

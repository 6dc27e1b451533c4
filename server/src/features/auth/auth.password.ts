import { deleteOneTimeTokens } from './auth.links.repo.ts'
import { passwordChangedMail } from './auth.mails.ts'
import { type OpenCall, withPassword } from './auth.proof.ts'
import { updateUser } from './auth.repo.ts'
import type { AccountServices } from './auth.services.ts'
import { endSessions } from './auth.sessions.ts'
import { hashPassword } from './passwords.ts'

/**
 * Ends all other sessions with their sockets and voids reset links under way. API tokens stay: they are credentials of their
 * own, and their owner sees and revokes them in Settings. 400 `wrong_password`.
 */
export async function changePassword(
  app: AccountServices,
  call: OpenCall,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
) {
  const password_hash = await hashPassword(newPassword)
  await withPassword(app, call, currentPassword, async (ctx, user) => {
    await updateUser(ctx.db, user.id, { password_hash, updated_at: ctx.now })
    await deleteOneTimeTokens(ctx.db, user.id, ['reset', 'two_factor'])
    await endSessions(ctx, user.id, ctx.actor.credential_id)
    ctx.afterCommit(() => app.mailer.send(passwordChangedMail(user, app.publicUrl())))
  })
  return { message: 'Your password was changed. Your other sessions have ended.' }
}

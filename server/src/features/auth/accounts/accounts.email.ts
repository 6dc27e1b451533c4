// Changes of the sign-in email: requested with the password, announced to the old address, and applied when the new one
// confirms it in a session of the same account. A link alone never changes an account.
import { AppError, invalid } from '../../../base/errors.ts'
import type { CallWithoutTx, Ctx, WriteCtx } from '../../../core/ctx.ts'
import type { AccountServices } from '../../../core/services.ts'
import type { UserRow } from '../../../db/schema.ts'
import { acceptInvitations } from '../../collaborators/collaborators.invitations.ts'
import { findUserByEmail, updateEmail } from '../identity/account.repo.ts'
import { deleteOneTimeTokens } from '../identity/one-time-tokens.repo.ts'
import {
  findValidOneTimeToken,
  findVerified,
  invalidToken,
  issueOneTimeToken,
  redeemOneTimeToken,
  rememberVerified,
} from '../identity/one-time-tokens.ts'
import { withConfirmedPassword } from '../identity/reauthentication.ts'
import { confirmEmailMail, emailChangedMail, emailChangeMail, securityMail } from '../identity/security-mails.ts'
import { requireAccount } from '../sessions/sessions.ts'
import { emailTaken, refuseRegistration } from './accounts.registration.ts'

/**
 * Mails a link to the new address and notifies the old one; a second request replaces the first. 400 `wrong_password`,
 * 403 if the address may not register here, 409 `already_exists`, 429.
 */
export async function changeEmail(
  call: CallWithoutTx,
  app: AccountServices,
  { email, password }: { email: string; password: string },
) {
  refuseRegistration({ ...app.config, registration: limitedTo(app.config.registration) }, email)
  await app.authRateLimit.count('mail', email, call.address)
  await withConfirmedPassword(call, app, password, async (ctx, user) => {
    if (email === user.email) throw invalid('email', 'This is already your email address')
    await refuseTaken(ctx, email)
    await app.authRateLimit.countMail(ctx.db, 'email', email)
    const token = await issueOneTimeToken(ctx.db, 'email', { user_id: user.id, data: { email }, now: ctx.now })
    ctx.afterCommit(() => app.mailer.send(confirmEmailMail(user.name, email, app.publicUrl(), token)))
    ctx.afterCommit(await securityMail(app, ctx.db, user, emailChangeMail(user, app.publicUrl(), email)))
  })
  return { message: `Open the link we sent to ${email} to confirm your new email address.` }
}

/** Where registration is closed, existing users may still change their address. */
const limitedTo = <T>(registration: T | 'closed'): T | 'open' => (registration === 'closed' ? 'open' : registration)

export async function cancelEmailChange(ctx: WriteCtx): Promise<void> {
  await deleteOneTimeTokens(ctx.db, ctx.actor.id, ['email'])
}

/**
 * Sets the new, verified address and accepts its invitations; links mailed to the old one are void. 400
 * `invalid_token`, `already_verified` if the link was used before, 403 `other_account` for a link of another account, 409
 * `already_exists`.
 */
export async function confirmEmail(ctx: WriteCtx, app: AccountServices, token: string): Promise<UserRow> {
  const link = await findValidOneTimeToken(ctx.db, 'email', token, ctx.now)
  if (!link) {
    const used = await findVerified(ctx.db, token, ctx.now)
    if (used?.user_id !== ctx.actor.id) throw invalidToken()
    const { email } = await requireAccount(ctx)
    throw new AppError(400, 'already_verified', `This link has already been used. You sign in with ${email}.`)
  }
  if (link.user_id !== ctx.actor.id)
    throw new AppError(403, 'other_account', 'This link is for another account. Sign in to that account to use it.')
  const user = await requireAccount(ctx)
  const used = await redeemOneTimeToken(ctx.db, 'email', token, ctx.now)
  const { email } = JSON.parse(used.data) as { email: string }
  await refuseTaken(ctx, email)
  const changed: UserRow = { ...user, email, email_verified_at: ctx.now, updated_at: ctx.now }
  const { email_verified_at, updated_at } = changed
  // On PostgreSQL a concurrent transaction may take the address unseen.
  if (!(await updateEmail(ctx.db, user.id, { email, email_verified_at, updated_at }))) throw emailTaken()
  await deleteOneTimeTokens(ctx.db, user.id, ['reset', 'verify'])
  await rememberVerified(ctx.db, used)
  await ctx.recordSecurityEvent({ kind: 'email.changed' })
  await acceptInvitations(ctx, changed)
  ctx.afterCommit(await securityMail(app, ctx.db, user, emailChangedMail(user, app.publicUrl(), email)))
  return changed
}

async function refuseTaken(ctx: Ctx, email: string): Promise<void> {
  if (await findUserByEmail(ctx.db, email)) throw emailTaken()
}

// Email verification and password recovery. Replies never reveal whether an address has an account: they are sent
// before the lookup.
import type { Revoked } from '@cairn/contract/api/auth'
import { AppError } from '../../../base/errors.ts'
import { type Actor, transact } from '../../../core/ctx.ts'
import type { AccountServices } from '../../../core/services.ts'
import type { UserRow } from '../../../db/schema.ts'
import { findUser, findUserByEmail, lockUser, updateUser } from '../identity/account.repo.ts'
import {
  findValidOneTimeToken,
  findVerified,
  invalidToken,
  issueOneTimeToken,
  redeemOneTimeToken,
  rememberVerified,
} from '../identity/one-time-tokens.ts'
import { checkPassword, hashPassword, refuseCommonPassword } from '../identity/passwords.ts'
import { wrongPassword } from '../identity/reauthentication.ts'
import { passwordResetMail, resetMail, securityMail, verificationMail } from '../identity/security-mails.ts'
import { asActor, toAccount } from '../sessions/sessions.ts'
import {
  dropTwoFactor,
  markVerified,
  NOTHING_REVOKED,
  revokeAllAccess,
  voidUnprovenAccess,
} from './accounts.verification.ts'

/** Mails a link that works once within the hour. The reply and its timing are the same for every address. */
export async function forgotPassword(app: AccountServices, email: string, address: string) {
  await app.authRateLimit.count('mail', email, address)
  app.background.run('forgotten password', async () => {
    const user = await findUserByEmail(app.store.reader, email)
    if (!user || user.is_demo === 1) return
    const token = await issueLink(app, 'reset', user)
    if (token === null) return
    app.security.record({ kind: 'password.reset_requested', user_id: user.id, address })
    app.mailer.send(resetMail(user, app.publicUrl(), token))
  })
  return { message: 'If an account exists for this address, we have sent it a link to reset the password.' }
}

/** Mails the verification link again. The reply and its timing are the same for every address. */
export async function resendVerification(app: AccountServices, email: string, address: string) {
  await app.authRateLimit.count('mail', email, address)
  app.background.run('verification', async () => {
    const user = await findUserByEmail(app.store.reader, email)
    if (!user || user.email_verified_at !== null) return
    const token = await issueLink(app, 'verify', user)
    if (token !== null) app.mailer.send(verificationMail(user, app.publicUrl(), token))
  })
  return { message: 'If this address still needs to be verified, we have sent it a new link.' }
}

/**
 * The token of a link to mail; null if the address has had its mails, or is no longer that of the account. A change of
 * address voids the links that there are, so one that is issued later must not go to the old address.
 */
async function issueLink(
  app: AccountServices,
  purpose: 'reset' | 'verify',
  { id, email }: UserRow,
): Promise<string | null> {
  return app.store.write(async (tx) => {
    const user = await lockUser(tx, id)
    if (user?.email !== email || (purpose === 'verify' && user.email_verified_at !== null)) return null
    if (!(await app.authRateLimit.mayMail(tx, purpose, email))) return null
    return issueOneTimeToken(tx, purpose, { user_id: id, now: app.clock().toISOString() })
  })
}

/**
 * Rejects an invalid reset link before a password is typed: 400 `invalid_token`. Only invalid links count as attempts.
 */
export async function checkReset(app: AccountServices, token: string, address: string): Promise<void> {
  if (await findValidOneTimeToken(app.store.reader, 'reset', token, app.clock().toISOString())) return
  await app.authRateLimit.countByAddress('reset', address)
  throw invalidToken()
}

/**
 * Sets the password, ends all sessions with their sockets, revokes all API tokens, and verifies the address, because
 * the link came by mail. 400 `invalid_token`.
 */
export async function resetPassword(
  app: AccountServices,
  { token, password }: { token: string; password: string },
  address: string,
) {
  const attempt = await app.authRateLimit.countByAddress('reset', address)
  const link = await findValidOneTimeToken(app.store.reader, 'reset', token, app.clock().toISOString())
  const owner = link && (await findUser(app.store.reader, link.user_id))
  if (!owner) throw invalidToken()
  await refuseCommonPassword('password', password)
  const password_hash = await hashPassword(password)
  const revoked = await transact(app, asActor(owner), async (ctx) => {
    await redeemOneTimeToken(ctx.db, 'reset', token, ctx.now)
    const user = await lockUser(ctx.db, owner.id)
    if (!user) throw invalidToken()
    await updateUser(ctx.db, user.id, { password_hash, updated_at: ctx.now })
    // Someone else may have set it up, or begun to.
    if (user.email_verified_at === null || user.totp_enabled_at === null) await dropTwoFactor(ctx, user.id)
    const ended = await revokeAllAccess(ctx, user.id)
    await ctx.recordSecurityEvent({ kind: 'password.reset', address, data: countOf(ended) })
    const verified = await markVerified(ctx, user)
    await app.authRateLimit.refund(ctx.db, attempt)
    ctx.afterCommit(await securityMail(app, ctx.db, verified, passwordResetMail(user, app.publicUrl(), ended)))
    return ended
  })
  return { message: `Your password has been changed. ${sayRevoked(revoked)}`, revoked }
}

/** For the security log, which stores no names. */
const countOf = ({ sessions, tokens, apps }: Revoked) => ({ sessions, tokens: tokens.length, apps: apps.length })

/** "2 sessions were logged out and 1 API token was revoked (Laptop)." */
function sayRevoked({ sessions, tokens, apps, calendars }: Revoked): string {
  const were = (count: number, noun: string) => (count === 1 ? `1 ${noun} was` : `${count} ${noun}s were`)
  const named = (names: readonly string[]) => (names.length > 0 ? ` (${names.join(', ')})` : '')
  const ended = `${were(sessions, 'session')} logged out and ${were(tokens.length, 'API token')} revoked${named(tokens)}.`
  return [
    ended,
    ...(apps.length > 0 ? [`${were(apps.length, 'app')} disconnected${named(apps)}.`] : []),
    ...(calendars > 0 ? [`${were(calendars, 'calendar URL')} revoked.`] : []),
  ].join(' ')
}

interface Verification {
  token: string
  password?: string | null
  require_proof?: boolean | null
}

/**
 * Redeems a verification link; 400 `invalid_token`, `already_verified`, `wrong_password`. Without a session or the
 * password, earlier access is void and the reply has a reset token, or 403 `proof_required`.
 */
export async function verifyEmail(
  app: AccountServices,
  { token, password, require_proof }: Verification,
  caller: { actor: Actor | null; address: string },
) {
  const now = app.clock().toISOString()
  const link = await findValidOneTimeToken(app.store.reader, 'verify', token, now)
  const owner = link && (await findUser(app.store.reader, link.user_id))
  const isUsed = async () => (await findVerified(app.store.reader, token, now)) !== null
  if (!owner) throw (await isUsed()) ? alreadyVerified() : invalidToken()
  const isOwn = caller.actor?.via.kind === 'session' && caller.actor.id === owner.id
  const attempt = password ? await app.authRateLimit.count('password', owner.id, caller.address) : null
  if (password && !(await checkPassword(owner.password_hash, password))) throw wrongPassword()
  const isProved = isOwn || Boolean(password) || owner.email_verified_at !== null
  if (!isProved && require_proof)
    throw new AppError(403, 'proof_required', 'Enter the password of the account to verify its email address.', {
      details: { email: owner.email },
    })
  const verified = transact(app, asActor(owner), async (ctx) => {
    const used = await redeemOneTimeToken(ctx.db, 'verify', token, ctx.now)
    const found = await lockUser(ctx.db, owner.id)
    if (!found || (password && found.password_hash !== owner.password_hash)) throw invalidToken()
    if (attempt) await app.authRateLimit.refund(ctx.db, attempt)
    const revoked = isProved ? NOTHING_REVOKED : await voidUnprovenAccess(ctx, found.id)
    const user = await markVerified(ctx, found)
    await rememberVerified(ctx.db, used)
    await ctx.recordSecurityEvent({ kind: 'email.verified', address: caller.address, data: countOf(revoked) })
    const reset_token = isProved ? null : await issueOneTimeToken(ctx.db, 'reset', { user_id: user.id, now: ctx.now })
    const message = isProved
      ? 'Your email address is verified.'
      : `Your email address is verified. ${sayRevoked(revoked)} Choose a new password to sign in.`
    return { message, user: toAccount(user), revoked, reset_token }
  })
  return verified.catch(async (error: unknown) => {
    // Another request used the link at the same time.
    throw error instanceof AppError && error.code === 'invalid_token' && (await isUsed()) ? alreadyVerified() : error
  })
}

const alreadyVerified = () => new AppError(400, 'already_verified', 'This email address is already verified.')

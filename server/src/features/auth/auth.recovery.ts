// Proving an address by mail: verification and the forgotten password. Whether an address has an account is never told: the
// caller is answered before anybody looks.
import { transact, type WriteCtx } from '../../core/ctx.ts'
import type { UserRow } from '../../db/schema.ts'
import { acceptInvitations } from '../collaborators/collaborators.invitations.ts'
import { deleteOneTimeTokens } from './auth.links.repo.ts'
import { invalidLink, issueLink, peekLink, redeemLink } from './auth.links.ts'
import { passwordChangedMail, resetMail, verificationMail } from './auth.mails.ts'
import { findUser, findUserByEmail, lockUser, updateUser } from './auth.repo.ts'
import type { AccountServices } from './auth.services.ts'
import { asActor, endSessions, toAccount } from './auth.sessions.ts'
import { hashPassword } from './passwords.ts'

/** Mails a link that works once within the hour; the same answer at the same moment for every address. */
export async function forgotPassword(app: AccountServices, email: string, address: string) {
  await app.brake.attempt('mail', email, address)
  app.background.run('forgotten password', async () => {
    const user = await findUserByEmail(app.store.reader, email)
    if (!user || user.is_demo === 1) return
    const now = app.clock().toISOString()
    const token = await app.store.write((tx) => issueLink(tx, 'reset', { user_id: user.id, now }))
    app.mailer.send(resetMail(user, app.publicUrl(), token))
  })
  return { message: 'If an account exists for this address, we have sent it a link to reset the password.' }
}

/** Mails the verification link again; the same answer at the same moment for every address. */
export async function resendVerification(app: AccountServices, email: string, address: string) {
  await app.brake.attempt('mail', email, address)
  app.background.run('verification', async () => {
    const user = await findUserByEmail(app.store.reader, email)
    if (!user || user.email_verified_at !== null) return
    const now = app.clock().toISOString()
    const token = await app.store.write((tx) => issueLink(tx, 'verify', { user_id: user.id, now }))
    app.mailer.send(verificationMail(user, app.publicUrl(), token))
  })
  return { message: 'If an account with this address waits for verification, we have sent it a new link.' }
}

/**
 * Sets the password, ends all sessions with their sockets, and takes the address as verified, because the link came by mail.
 * API tokens stay: they are credentials of their own, and their owner sees and revokes them in Settings. 400 `invalid_token`.
 */
export async function resetPassword(
  app: AccountServices,
  { token, password }: { token: string; password: string },
  address: string,
) {
  const attempt = await app.brake.attemptBlind('reset', address)
  const link = await peekLink(app.store.reader, 'reset', token, app.clock().toISOString())
  const owner = link && (await findUser(app.store.reader, link.user_id))
  if (!owner) throw invalidLink()
  const password_hash = await hashPassword(password)
  await transact(app, asActor(owner), async (ctx) => {
    await redeemLink(ctx.db, 'reset', token, ctx.now)
    const user = await lockUser(ctx.db, owner.id)
    if (!user) throw invalidLink()
    await updateUser(ctx.db, user.id, { password_hash, updated_at: ctx.now })
    await markVerified(ctx, user)
    await deleteOneTimeTokens(ctx.db, user.id, ['reset', 'two_factor'])
    await endSessions(ctx, user.id, null)
    await app.brake.giveBack(ctx.db, attempt)
    ctx.afterCommit(() => app.mailer.send(passwordChangedMail(user, app.publicUrl())))
  })
  return { message: 'Your password was changed. Please sign in with the new one.' }
}

/** Uses a mailed link up; 400 `invalid_token`. */
export async function verifyEmail(app: AccountServices, token: string) {
  const link = await peekLink(app.store.reader, 'verify', token, app.clock().toISOString())
  const owner = link && (await findUser(app.store.reader, link.user_id))
  if (!owner) throw invalidLink()
  const user = await transact(app, asActor(owner), async (ctx) => {
    await redeemLink(ctx.db, 'verify', token, ctx.now)
    const found = await lockUser(ctx.db, owner.id)
    if (!found) throw invalidLink()
    return markVerified(ctx, found)
  })
  return { message: 'Your email address is verified.', user: toAccount(user) }
}

/** From here on the address is known to be the person's own, and what was shared with it is theirs. */
async function markVerified(ctx: WriteCtx, user: UserRow): Promise<UserRow> {
  if (user.email_verified_at !== null) return user
  await updateUser(ctx.db, user.id, { email_verified_at: ctx.now })
  await acceptInvitations(ctx, user)
  return { ...user, email_verified_at: ctx.now }
}

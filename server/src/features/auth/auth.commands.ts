import type { authApi, LoginReply } from '@cairn/contract/api/auth'
import type { z } from 'zod'
import { transact } from '../../core/ctx.ts'
import { AppError, conflict } from '../../core/errors.ts'
import { hashSecret, newId } from '../../core/ids.ts'
import { noteWithdrawals } from '../../core/withdrawal.ts'
import type { UserRow } from '../../db/schema.ts'
import { acceptInvitationLink, acceptInvitations } from '../collaborators/collaborators.invitations.ts'
import { issueLink } from './auth.links.ts'
import { verificationMail } from './auth.mails.ts'
import { deleteSessionByHash, findUserByEmail, insertUser, lockUser } from './auth.repo.ts'
import type { AccountServices } from './auth.services.ts'
import { asActor, type Device, openSession } from './auth.sessions.ts'
import { checkPassword, hashPassword } from './passwords.ts'

interface NewAccount {
  email: string
  name: string
  organization: string | null
  password_hash: string
  now: string
}

export const newAccount = ({ now, ...account }: NewAccount): UserRow => ({
  id: newId(),
  ...account,
  avatar_key: null,
  avatar_file: null,
  email_verified_at: null,
  totp_secret: null,
  totp_enabled_at: null,
  totp_last_step: null,
  is_demo: 0,
  created_at: now,
  updated_at: now,
  deleted_at: null,
})

/**
 * Creates the account, signs it in and mails a link that verifies the address; invitations become access as decisions 5 say.
 * 409 `already_exists` for a taken address. Hashing happens before the transaction.
 */
export async function register(
  app: AccountServices,
  input: z.output<typeof authApi.register.body>,
  device: Device,
): Promise<LoginReply> {
  const { email, name, organization } = input
  const password_hash = await hashPassword(input.password)
  const user = newAccount({ email, name, organization, password_hash, now: app.clock().toISOString() })
  return transact(app, asActor(user), async (ctx) => {
    if (!(await insertUser(ctx.db, user)))
      throw conflict('already_exists', 'An account with this email already exists.')
    // Without mail no address is ever verified: having registered it is what counts. A link was given for one plan.
    if (app.config.smtp_url === null) await acceptInvitations(ctx, user)
    else await acceptInvitationLink(ctx, app.signer, user, input.invitation)
    const token = await issueLink(ctx.db, 'verify', { user_id: user.id, now: ctx.now })
    ctx.afterCommit(() => app.mailer.send(verificationMail(user, app.publicUrl(), token)))
    return openSession(ctx.db, user, { remember: true, device, now: ctx.now })
  })
}

/**
 * Signs in; a wrong password and an unknown address are one answer, 401 `invalid_credentials`, after the same work. With
 * two-factor on: 401 `two_factor_required` with a challenge that lasts 5 minutes.
 */
export async function login(
  app: AccountServices,
  input: z.output<typeof authApi.login.body>,
  device: Device,
): Promise<LoginReply> {
  const attempt = await app.brake.attempt('sign_in', input.email, device.ip)
  const found = await findUserByEmail(app.store.reader, input.email)
  const proved = await checkPassword(found?.password_hash ?? null, input.password)
  if (!found || !proved || (found.is_demo === 1 && !app.config.demo)) throw invalidCredentials()
  const now = app.clock().toISOString()
  const answer = await app.store.write(async (tx) => {
    const user = await lockUser(tx, found.id)
    // The password may have been changed since it was compared.
    if (user?.password_hash !== found.password_hash) throw invalidCredentials()
    await app.brake.giveBack(tx, attempt)
    if (user.totp_enabled_at === null) return openSession(tx, user, { remember: input.remember, device, now })
    const data = { remember: input.remember, wrong: 0 }
    return { challenge: await issueLink(tx, 'two_factor', { user_id: user.id, data, now }) }
  })
  if ('challenge' in answer)
    throw new AppError(401, 'two_factor_required', 'Please enter the code of your authenticator app.', {
      details: answer,
    })
  return answer
}

const invalidCredentials = (): AppError => new AppError(401, 'invalid_credentials', 'Invalid email or password.')

/** Ends the session that the token opened, its sockets too; an unknown token is no error. */
export async function logout(app: AccountServices, accessToken: string): Promise<void> {
  const now = app.clock().toISOString()
  const noted = await app.store.write(async (tx) => {
    const ended = await deleteSessionByHash(tx, hashSecret(accessToken))
    return ended
      ? noteWithdrawals(app.store, tx, [{ kind: 'credential', user_id: ended.user_id, credential_id: ended.id }], now)
      : []
  })
  for (const withdrawal of noted) app.withdraw(withdrawal)
}

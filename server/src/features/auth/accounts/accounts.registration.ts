import type { authApi, LoginReply } from '@cairn/contract/api/auth'
import type { z } from 'zod'
import type { Config } from '../../../base/config.ts'
import { AppError, conflict } from '../../../base/errors.ts'
import { newId } from '../../../base/ids.ts'
import { transact } from '../../../core/ctx.ts'
import type { AccountServices } from '../../../core/services.ts'
import type { UserRow } from '../../../db/schema.ts'
import {
  acceptInvitations,
  acceptLink,
  addressIsEnough,
  findOpenInvitation,
} from '../../collaborators/collaborators.invitations.ts'
import { findUserByEmail, insertUser } from '../identity/account.repo.ts'
import { issueOneTimeToken } from '../identity/one-time-tokens.ts'
import { hashPassword, refuseCommonPassword } from '../identity/passwords.ts'
import { verificationMail } from '../identity/security-mails.ts'
import { rememberDevice } from '../sessions/devices.ts'
import { asActor, type Device, openSession } from '../sessions/sessions.ts'

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
  shares_seen_at: null,
  created_at: now,
  updated_at: now,
  deleted_at: null,
})

/** 403 for an address that may only register with an invitation. */
export function refuseRegistration({ registration }: Config, email: string): void {
  if (registration === 'open') return
  if (registration === 'closed')
    throw new AppError(
      403,
      'registration_closed',
      'Registration is closed. You need an invitation to create an account.',
    )
  if (!registration.includes(email.slice(email.lastIndexOf('@') + 1)))
    throw new AppError(
      403,
      'email_domain_not_allowed',
      `Registration is limited to email addresses of ${registration.join(', ')}.`,
    )
}

export const emailTaken = (): AppError => conflict('already_exists', 'An account with this email already exists.')

/**
 * Creates the account, signs it in and mails a verification link. Accepts the opened invitation, or every one if the
 * address alone is enough. 403 if registration is closed without an invitation, 409 `already_exists`.
 */
export async function register(
  app: AccountServices,
  input: z.output<typeof authApi.register.body>,
  device: Device,
): Promise<LoginReply & { plan_id: string | null }> {
  const { email, name, organization, invitation } = input
  const now = app.clock().toISOString()
  await app.authRateLimit.registration(device.ip)
  const opened = await findOpenInvitation(app.store.reader, app.signer, { token: invitation, now })
  if (opened?.email !== email) refuseRegistration(app.config, email)
  await refuseCommonPassword('password', input.password)
  if (await findUserByEmail(app.store.reader, email)) throw emailTaken()
  const password_hash = await hashPassword(input.password)
  const user = newAccount({ email, name, organization, password_hash, now })
  return transact(app, asActor(user), async (ctx) => {
    if (!(await insertUser(ctx.db, user))) throw emailTaken()
    await ctx.recordSecurityEvent({ kind: 'account.registered', address: device.ip })
    const plan_id = await acceptLink(ctx, app.signer, user, invitation)
    if (addressIsEnough(app.config)) await acceptInvitations(ctx, user)
    if (await app.authRateLimit.mayMail(ctx.db, 'verify', email)) {
      const token = await issueOneTimeToken(ctx.db, 'verify', { user_id: user.id, now: ctx.now })
      ctx.afterCommit(() => app.mailer.send(verificationMail(user, app.publicUrl(), token)))
    }
    const { device_token } = await rememberDevice(ctx.db, user.id, { token: device.token, now: ctx.now })
    return { ...(await openSession(ctx.db, user, { remember: true, device, now: ctx.now })), device_token, plan_id }
  })
}

import type { authApi, LoginReply } from '@cairn/contract/api/auth'
import type { z } from 'zod'
import { AppError } from '../../../base/errors.ts'
import { recordRevocations } from '../../../core/access-revocation.ts'
import type { Actor } from '../../../core/ctx.ts'
import type { AccountServices } from '../../../core/services.ts'
import { findUserByEmail, lockUser } from '../identity/account.repo.ts'
import { issueOneTimeToken } from '../identity/one-time-tokens.ts'
import { checkPassword } from '../identity/passwords.ts'
import { isKnownDevice } from './devices.ts'
import { deleteSession } from './sessions.repo.ts'
import { completeSignIn } from './sessions.sign-in.ts'
import type { Device } from './sessions.ts'

/**
 * Signs in. A wrong password and an unknown address get the same 401 `invalid_credentials` after the same work. With
 * two-factor: 401 `two_factor_required` with a challenge that lasts 5 minutes.
 */
export async function login(
  app: AccountServices,
  input: z.output<typeof authApi.login.body>,
  device: Device,
): Promise<LoginReply> {
  const found = await findUserByEmail(app.store.reader, input.email)
  const isKnown = found !== undefined && (await isKnownDevice(app.store.reader, found.id, device.token))
  const attempt =
    isKnown && device.token
      ? await app.authRateLimit.countFromDevice('sign_in', input.email, device.token)
      : await app.authRateLimit.count('sign_in', input.email, device.ip)
  const about = { user_id: found?.id ?? null, address: device.ip }
  const proved = await checkPassword(found?.password_hash ?? null, input.password)
  if (!found || !proved || (found.is_demo === 1 && !app.config.demo)) {
    app.security.record({ kind: 'sign_in.failed', ...about })
    throw invalidCredentials()
  }
  const now = app.clock().toISOString()
  const answer = await app.store.write(async (tx) => {
    const user = await lockUser(tx, found.id)
    // The password may have changed since it was compared.
    if (user?.password_hash !== found.password_hash) throw invalidCredentials()
    await app.authRateLimit.refund(tx, attempt)
    if (user.totp_enabled_at === null) return completeSignIn(app, tx, user, { remember: input.remember, device, now })
    const data = { remember: input.remember, wrong: 0 }
    return { challenge: await issueOneTimeToken(tx, 'two_factor', { user_id: user.id, data, now }) }
  })
  if ('challenge' in answer)
    throw new AppError(401, 'two_factor_required', 'Please enter the code from your authenticator app.', {
      details: answer,
    })
  answer.announce()
  return answer.reply
}

const invalidCredentials = (): AppError => new AppError(401, 'invalid_credentials', 'Invalid email or password.')

/**
 * Ends the calling session and its sockets; does nothing without one. Needs no limit of its own: each call is one
 * look-up, and a session ends once.
 */
export async function logout(app: AccountServices, actor: Actor | null): Promise<void> {
  if (actor?.via.kind !== 'session') return
  const { id: user_id, credential_id } = actor
  const now = app.clock().toISOString()
  const noted = await app.store.write(async (tx) =>
    (await deleteSession(tx, user_id, credential_id))
      ? recordRevocations(app.store, tx, [{ kind: 'credential', user_id, credential_id }], now)
      : [],
  )
  if (noted.length === 0) return
  app.revokeAccess(noted)
  app.security.record({ kind: 'session.ended', user_id, actor_id: user_id }, credential_id)
}

import type { authApi, LoginReply } from '@cairn/contract/api/auth'
import type { z } from 'zod'
import type { Transactor } from '../../core/ctx.ts'
import { AppError, conflict } from '../../core/errors.ts'
import { hashSecret, newId } from '../../core/ids.ts'
import type { UserRow } from '../../db/schema.ts'
import { deleteSessionByHash, findUserByEmail, insertUser } from './auth.repo.ts'
import { type Device, openSession } from './auth.sessions.ts'
import { checkPassword, hashPassword } from './passwords.ts'

/** Creates the account and signs it in; 409 `already_exists` for a taken address. Hashing happens before the transaction. */
export async function register(
  app: Transactor,
  input: z.output<typeof authApi.register.body>,
  device: Device,
): Promise<LoginReply> {
  const { email, name, organization } = input
  const password_hash = await hashPassword(input.password)
  const now = app.clock().toISOString()
  const user: UserRow = {
    id: newId(),
    email,
    name,
    organization,
    password_hash,
    avatar_key: null,
    email_verified_at: null,
    totp_secret: null,
    totp_enabled_at: null,
    totp_last_step: null,
    is_demo: 0,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }
  return app.store.write(async (tx) => {
    if (!(await insertUser(tx, user))) throw conflict('already_exists', 'An account with this email already exists.')
    return openSession(tx, user, { remember: true, device, now })
  })
}

/** Signs in; a wrong password and an unknown address are one answer, in the same time. */
export async function login(
  app: Transactor,
  input: z.output<typeof authApi.login.body>,
  device: Device,
): Promise<LoginReply> {
  const user = await findUserByEmail(app.store.reader, input.email)
  const known = await checkPassword(user?.password_hash ?? null, input.password)
  if (!user || !known) throw new AppError(401, 'invalid_credentials', 'Invalid email or password.')
  const now = app.clock().toISOString()
  return app.store.write((tx) => openSession(tx, user, { remember: input.remember, device, now }))
}

/** Ends the session that the token opened; an unknown token is no error. */
export async function logout(app: Transactor, accessToken: string): Promise<void> {
  await app.store.write((tx) => deleteSessionByHash(tx, hashSecret(accessToken)))
}

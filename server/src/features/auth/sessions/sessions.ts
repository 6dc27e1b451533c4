import type { LoginReply } from '@cairn/contract/api/auth'
import { AppError, notFound, notSignedIn } from '../../../base/errors.ts'
import { hashSecret, newId, newSecret } from '../../../base/ids.ts'
import { HOUR_MS } from '../../../base/units.ts'
import type { Actor, Ctx, WriteCtx } from '../../../core/ctx.ts'
import { isDemo } from '../../../core/demo-account.ts'
import { avatarUrl } from '../../../core/person.ts'
import type { Tx, UserRow } from '../../../db/schema.ts'
import { lockUser } from '../identity/account.repo.ts'
import { deleteSession, deleteSessionsOf, findSessionStart, insertSession, listSessions } from './sessions.repo.ts'

/** Sliding: each use extends it. */
const SESSION_MS = { remembered: 30 * 24 * HOUR_MS, short: 24 * HOUR_MS }
/** However often it is used. */
const SESSION_MAX_MS = 90 * 24 * HOUR_MS

export interface Device {
  /** The stored token of a device that signed in before; proves nothing else. */
  token: string | null
  user_agent: string | null
  ip: string
}

/** The end of a session that is used now, unless it is used again; at most 90 days after it began. */
export function sessionEnd(now: string, { remember, created_at }: { remember: boolean; created_at: string }): string {
  const slides = Date.parse(now) + (remember ? SESSION_MS.remembered : SESSION_MS.short)
  return new Date(Math.min(slides, Date.parse(created_at) + SESSION_MAX_MS)).toISOString()
}

/** A person who has just authenticated and has no credential yet. */
export const asActor = ({ id, name }: Pick<UserRow, 'id' | 'name'>): Actor => ({
  id,
  name,
  scope: 'admin',
  via: { kind: 'session' },
  credential_id: '',
  run_id: null,
  plan_limit: null,
  branch_limit: null,
})

/** Opens a session. The token is only in the reply; the database stores its hash. */
export async function openSession(
  tx: Tx,
  user: UserRow,
  { remember, device, now }: { remember: boolean; device: Device; now: string },
): Promise<Omit<LoginReply, 'device_token'>> {
  const access_token = newSecret()
  const expires_at = sessionEnd(now, { remember, created_at: now })
  await insertSession(tx, {
    id: newId(),
    token_hash: hashSecret(access_token),
    user_id: user.id,
    remember: remember ? 1 : 0,
    user_agent: device.user_agent,
    ip: device.ip,
    created_at: now,
    last_seen: now,
    expires_at,
  })
  const { id, email, name, organization, created_at, avatar_key } = user
  return {
    user: toAccount(user),
    session: {
      access_token,
      token_type: 'bearer',
      expires_at: Math.floor(Date.parse(expires_at) / 1000),
      expires_in: (Date.parse(expires_at) - Date.parse(now)) / 1000,
      user: { id, email, created_at, user_metadata: { name, organization, avatar_url: avatarUrl(avatar_key) } },
    },
  }
}

export const toAccount = ({ id, email, name, organization, email_verified_at }: UserRow) => ({
  id,
  email,
  name,
  organization,
  email_verified: email_verified_at !== null,
})

/** Where the caller is signed in, last used first. */
export async function listDevices(ctx: Ctx) {
  const sessions = await listSessions(ctx.db, ctx.actor.id, ctx.now)
  const devices = sessions.map((session) => ({ ...session, current: session.id === ctx.actor.credential_id }))
  // Visitors of the demo share its account, but cannot see each other's sessions.
  return (await isDemo(ctx)) ? devices.filter(({ current }) => current) : devices
}

/** 404 for a session that is not the caller's; closes its sockets. */
export async function endSession(ctx: WriteCtx, sessionId: string): Promise<void> {
  const isForeign = sessionId !== ctx.actor.credential_id && (await isDemo(ctx))
  if (isForeign || !(await deleteSession(ctx.db, ctx.actor.id, sessionId))) throw notFound('Session')
  await ctx.recordSecurityEvent({ kind: 'session.ended', data: { session_id: sessionId } })
  ctx.revokeAccess({ kind: 'credential', user_id: ctx.actor.id, credential_id: sessionId })
}

/** Ends the person's sessions and their sockets, except the given one; returns their number. API tokens stay. */
export async function endSessions(ctx: WriteCtx, userId: string, exceptId: string | null): Promise<number> {
  const ended = await deleteSessionsOf(ctx.db, userId, exceptId)
  for (const credential_id of ended) ctx.revokeAccess({ kind: 'credential', user_id: userId, credential_id })
  return ended.length
}

/** Creating a powerful credential takes a session that is at most this old, or the password. */
const FRESH_SESSION_MS = 15 * 60_000

/** 403 `password_required` with this message if the caller signed in too long ago. */
export async function requireFreshSession(ctx: Ctx, message: string): Promise<void> {
  const session = await findSessionStart(ctx.db, ctx.actor.credential_id)
  if (Date.parse(ctx.now) - Date.parse(session ?? ctx.now) > FRESH_SESSION_MS)
    throw new AppError(403, 'password_required', message)
}

/**
 * The caller's account, locked. 401 if the session has ended since: a revoked session must not create a new credential.
 */
export async function requireAccount(ctx: WriteCtx): Promise<UserRow> {
  const user = await lockUser(ctx.db, ctx.actor.id)
  if (!user || !(await findSessionStart(ctx.db, ctx.actor.credential_id))) throw notSignedIn()
  return user
}

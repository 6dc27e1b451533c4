import type { LoginReply } from '@cairn/contract/api/auth'
import type { Actor, Ctx, WriteCtx } from '../../core/ctx.ts'
import { notFound } from '../../core/errors.ts'
import { hashSecret, newId, newSecret } from '../../core/ids.ts'
import type { Tx, UserRow } from '../../db/schema.ts'
import { deleteSession, deleteSessionsOf, insertSession, listSessions } from './auth.repo.ts'

const HOUR_MS = 3_600_000
/** Sliding: each use moves the end again. */
const SESSION_MS = { remembered: 30 * 24 * HOUR_MS, short: 24 * HOUR_MS }

export interface Device {
  user_agent: string | null
  ip: string
}

/** When a session that is used now ends, unless it is used again. */
export const sessionEnd = (now: string, remember: boolean): string =>
  new Date(Date.parse(now) + (remember ? SESSION_MS.remembered : SESSION_MS.short)).toISOString()

/** Somebody who has just proved who they are, and is not known by a credential yet. */
export const asActor = ({ id, name }: Pick<UserRow, 'id' | 'name'>): Actor => ({
  id,
  name,
  scope: 'admin',
  via: { kind: 'session' },
  credential_id: '',
  run_id: null,
})

/** Opens a session; the token is in the reply and nowhere else, the database keeps its hash. */
export async function openSession(
  tx: Tx,
  user: UserRow,
  { remember, device, now }: { remember: boolean; device: Device; now: string },
): Promise<LoginReply> {
  const access_token = newSecret()
  const expires_at = sessionEnd(now, remember)
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

/** Under the API's own origin; null without a picture. */
export const avatarUrl = (key: string | null): string | null => (key === null ? null : `/api/avatars/${key}`)

/** Where the caller is signed in, last used first. */
export async function listDevices(ctx: Ctx) {
  const sessions = await listSessions(ctx.db, ctx.actor.id, ctx.now)
  return sessions.map((session) => ({ ...session, current: session.id === ctx.actor.credential_id }))
}

/** 404 for a session that is not the caller's; its sockets close at once. */
export async function endSession(ctx: WriteCtx, sessionId: string): Promise<void> {
  if (!(await deleteSession(ctx.db, ctx.actor.id, sessionId))) throw notFound('Session')
  ctx.withdraw({ kind: 'credential', user_id: ctx.actor.id, credential_id: sessionId })
}

/** Ends the person's sessions, their sockets too, except the one that is given. API tokens are credentials of their own and stay. */
export async function endSessions(ctx: WriteCtx, userId: string, exceptId: string | null): Promise<void> {
  for (const credential_id of await deleteSessionsOf(ctx.db, userId, exceptId))
    ctx.withdraw({ kind: 'credential', user_id: userId, credential_id })
}

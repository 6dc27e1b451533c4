import type { LoginReply } from '@cairn/contract/api/auth'
import { hashSecret, newId, newSecret } from '../../core/ids.ts'
import type { Tx, UserRow } from '../../db/schema.ts'
import { insertSession } from './auth.repo.ts'

const HOUR_MS = 3_600_000
/** Sliding: each use moves the end again. */
export const SESSION_MS = { remembered: 30 * 24 * HOUR_MS, short: 24 * HOUR_MS }

export interface Device {
  user_agent: string | null
  ip: string | null
}

/** Opens a session; the token is in the reply and nowhere else, the database keeps its hash. */
export async function openSession(
  tx: Tx,
  user: UserRow,
  { remember, device, now }: { remember: boolean; device: Device; now: string },
): Promise<LoginReply> {
  const access_token = newSecret()
  const lifeMs = remember ? SESSION_MS.remembered : SESSION_MS.short
  const expires = new Date(Date.parse(now) + lifeMs)
  await insertSession(tx, {
    id: newId(),
    token_hash: hashSecret(access_token),
    user_id: user.id,
    remember: remember ? 1 : 0,
    user_agent: device.user_agent,
    ip: device.ip,
    created_at: now,
    last_seen: now,
    expires_at: expires.toISOString(),
  })
  const { id, email, name, organization, created_at, avatar_key } = user
  return {
    user: { id, email, name, organization, email_verified: user.email_verified_at !== null },
    session: {
      access_token,
      token_type: 'bearer',
      expires_at: Math.floor(expires.getTime() / 1000),
      expires_in: lifeMs / 1000,
      user: { id, email, created_at, user_metadata: { name, organization, avatar_url: avatarUrl(avatar_key) } },
    },
  }
}

/** Under the API's own origin; null without a picture. */
export const avatarUrl = (key: string | null): string | null => (key === null ? null : `/api/avatars/${key}`)

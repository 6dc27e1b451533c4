import { AppError } from '../../../base/errors.ts'
import { hashSecret, newSecret } from '../../../base/ids.ts'
import { MINUTE_MS, plusMs } from '../../../base/units.ts'
import type { Db, OneTimeTokenRow, Tx } from '../../../db/schema.ts'
import { deleteOneTimeTokens, findOneTimeToken, insertOneTimeToken, takeOneTimeToken } from './one-time-tokens.repo.ts'

/** How long each is valid. */
const LIFE_MS = {
  reset: 60 * MINUTE_MS,
  verify: 24 * 60 * MINUTE_MS,
  email: 24 * 60 * MINUTE_MS,
  two_factor: 5 * MINUTE_MS,
}
export type OneTimePurpose = keyof typeof LIFE_MS

/**
 * Issues a secret that works once and expires; only its hash is stored. A token for a new address replaces the one
 * before. Others stay valid, so that no one can void them by requesting another.
 */
export async function issueOneTimeToken(
  tx: Tx,
  purpose: OneTimePurpose,
  { user_id, data = {}, now }: { user_id: string; data?: object; now: string },
): Promise<string> {
  const token = newSecret()
  if (purpose === 'email') await deleteOneTimeTokens(tx, user_id, [purpose])
  await insertOneTimeToken(tx, {
    token_hash: hashSecret(token),
    purpose,
    user_id,
    data: JSON.stringify(data),
    expires_at: plusMs(now, LIFE_MS[purpose]),
  })
  return token
}

/**
 * Redeems the token and returns its row; 400 `invalid_token` if it is unknown, used, expired or for another purpose.
 */
export async function redeemOneTimeToken(
  tx: Tx,
  purpose: OneTimePurpose,
  token: string,
  now: string,
): Promise<OneTimeTokenRow> {
  const row = await takeOneTimeToken(tx, hashSecret(token))
  if (!isAlive(row, purpose, now)) throw invalidToken()
  return row
}

/** Finds a token without redeeming it, so no work is done for an invalid one. */
export async function findValidOneTimeToken(
  db: Db | Tx,
  purpose: OneTimePurpose,
  token: string,
  now: string,
): Promise<OneTimeTokenRow | null> {
  const row = await findOneTimeToken(db, hashSecret(token))
  return isAlive(row, purpose, now) ? row : null
}

/**
 * Remembers a used token of a verification or a change of the email until it would have expired, so opening its link
 * again is not an error.
 */
export const rememberVerified = (tx: Tx, { token_hash, user_id, expires_at }: OneTimeTokenRow): Promise<void> =>
  insertOneTimeToken(tx, { token_hash, purpose: 'verified', user_id, data: '{}', expires_at })

export async function findVerified(db: Db | Tx, token: string, now: string): Promise<OneTimeTokenRow | null> {
  const row = await findOneTimeToken(db, hashSecret(token))
  return row?.purpose === 'verified' && row.expires_at > now ? row : null
}

const isAlive = (row: OneTimeTokenRow | undefined, purpose: OneTimePurpose, now: string): row is OneTimeTokenRow =>
  row !== undefined && row.purpose === purpose && row.expires_at > now

export const invalidToken = (): AppError =>
  new AppError(400, 'invalid_token', 'This link is invalid, expired or already used. Please request a new one.')

import { hash, randomBytes, randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

/** Requesting 16 random bytes at a time costs more than the rest of an id. */
const pool = Buffer.alloc(16 * 256)
let used = pool.length
const SEQUENCES = 2 ** 31
const last = { msecs: 0, seq: 0 }

/** UUIDv7: later rows sort later, also within a millisecond and when the clock is set back during this process. */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const random = pool.subarray(used, used + 16)
  used += 16
  const now = Date.now()
  if (now > last.msecs) Object.assign(last, { msecs: now, seq: random.readUInt32BE() % SEQUENCES })
  else last.seq++
  return v7({ random, msecs: last.msecs, seq: last.seq })
}

/** From now on ids sort after this one, which an earlier process created, possibly with a clock that was ahead. */
export function continueAfter(id: string): void {
  const msecs = Number.parseInt(id.replace('-', '').slice(0, 12), 16)
  if (msecs > last.msecs) Object.assign(last, { msecs: msecs + 1, seq: 0 })
}

/** 32 random bytes in a URL-safe alphabet. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** The stored hash of a secret that is random enough to need no salt. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url')

/** The prefix of every API token, for people and secret scanners. */
export const API_TOKEN_PREFIX = 'cairn_'
/** The prefixes of the tokens of connected apps. */
export const ACCESS_TOKEN_PREFIX = 'cairnapp_'
export const REFRESH_TOKEN_PREFIX = 'cairnrefresh_'

// Rate limits per account and address. Counts are stored in the database, so all servers share them and a restart keeps
// them; they are taken before the work, so concurrent calls cannot pass.

import { tooManyRequests } from '../base/errors.ts'
import { MINUTE_MS } from '../base/units.ts'
import type { Tx } from '../db/schema.ts'
import { countAttempt, sumAttempts, uncountAttempt } from './attempts.repo.ts'
import type { Transactor } from './ctx.ts'

/** The longest window of any limit; older counts are deleted. */
export const ATTEMPT_RETENTION_MS = 60 * MINUTE_MS

export interface Limit {
  key: string
  max: number
  window_ms: number
}

export interface Attempt {
  keys: string[]
  window_start: string
}

export interface Attempts {
  /** Counts one more under each key. Throws 429 with `Retry-After` above a limit; refused attempts do not count. */
  count(limits: readonly Limit[]): Promise<Attempt>
  /** Like `count`, inside a command: a failing command undoes its counts. */
  countIn(tx: Tx, limits: readonly Limit[]): Promise<void>
  /** Counts one more if it is within the limit; returns whether it is. */
  passes(tx: Tx, limit: Limit): Promise<boolean>
  /** Undoes a count. */
  refund(tx: Tx, attempt: Attempt): Promise<void>
}

/** `on` false: no limits, nothing is counted. */
export function createAttempts({ store, clock }: Pick<Transactor, 'store' | 'clock'>, on: boolean): Attempts {
  const windowAt = (now: number) => isoTime(now - (now % MINUTE_MS))

  /** Counts one more; returns whether it is above the limit, and since when. */
  async function countOne(
    tx: Tx,
    { key, max, window_ms }: Limit,
    now: number,
  ): Promise<{ refused: boolean; oldest: string }> {
    await countAttempt(tx, key, windowAt(now))
    const { count, oldest } = await sumAttempts(tx, key, isoTime(now - window_ms))
    return { refused: count > max, oldest }
  }

  async function countIn(tx: Tx, limits: readonly Limit[]): Promise<void> {
    if (!on) return
    const now = clock().getTime()
    for (const limit of limits) {
      const { refused, oldest } = await countOne(tx, limit, now)
      if (refused) throw tooManyRequests(Math.ceil((Date.parse(oldest) + limit.window_ms - now) / 1000))
    }
  }

  return {
    countIn,
    passes: async (tx, limit) => {
      if (!on) return true
      const now = clock().getTime()
      const { refused } = await countOne(tx, limit, now)
      // Nothing is thrown, so nothing undoes the count: repeated attempts must not prolong the limit.
      if (refused) await uncountAttempt(tx, limit.key, windowAt(now))
      return !refused
    },
    count: async (limits) => {
      const window_start = windowAt(clock().getTime())
      if (!on) return { keys: [], window_start }
      await store.write((tx) => countIn(tx, limits))
      return { keys: limits.map(({ key }) => key), window_start }
    },
    refund: async (tx, { keys, window_start }) => {
      for (const key of keys) await uncountAttempt(tx, key, window_start)
    },
  }
}

const isoTime = (ms: number): string => new Date(ms).toISOString()

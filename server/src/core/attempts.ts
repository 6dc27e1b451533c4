// Counting what people do, to stop them when it is too much. It is counted in the database, so that all servers count
// together and a restart forgets nothing, and before the work, so that many at once cannot pass.

import { tooManyRequests } from '../base/errors.ts'
import type { Tx } from '../db/schema.ts'
import { countAttempt, sumAttempts, uncountAttempt } from './attempts.repo.ts'
import type { Transactor } from './ctx.ts'

const MINUTE_MS = 60_000
/** No limit looks further back; what is older is deleted. */
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
  /**
   * Counts one more under each key. Throws 429 with `Retry-After` when it is too many; refused attempts do not count.
   */
  count(limits: readonly Limit[]): Promise<Attempt>
  /** The same inside a command: what it counts goes with the command when that fails. */
  countIn(tx: Tx, limits: readonly Limit[]): Promise<void>
  /** Counts one more unless that is too many; whether it was within the limit. */
  passes(tx: Tx, limit: Limit): Promise<boolean>
  /** Undoes a count. */
  refund(tx: Tx, attempt: Attempt): Promise<void>
}

/** `on` false: everything passes and nothing is counted. */
export function createAttempts({ store, clock }: Pick<Transactor, 'store' | 'clock'>, on: boolean): Attempts {
  const windowAt = (now: number) => isoTime(now - (now % MINUTE_MS))

  /** Counts one more; whether it is one too many, and since when. */
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

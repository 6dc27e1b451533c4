// Counting what people do, to stop them when it is too much. It is counted in the database, so that all servers count together
// and a restart forgets nothing, and before the work, so that many at once cannot pass.
import type { Tx } from '../db/schema.ts'
import { countAttempt, sumAttempts, uncountAttempt } from './attempts.repo.ts'
import type { Transactor } from './ctx.ts'
import { tooManyRequests } from './errors.ts'

const MINUTE_MS = 60_000
/** No limit looks further back; what is older is deleted. */
export const ATTEMPTS_KEPT_MS = 60 * MINUTE_MS

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
  /** Counts one more under each key. Throws 429 with `Retry-After` when it is too many; refused attempts do not count. */
  count(limits: readonly Limit[]): Promise<Attempt>
  /** Takes it back. */
  giveBack(tx: Tx, attempt: Attempt): Promise<void>
}

/** `on` false: everything passes and nothing is counted. */
export function createAttempts({ store, clock }: Pick<Transactor, 'store' | 'clock'>, on: boolean): Attempts {
  return {
    count: async (limits) => {
      const now = clock().getTime()
      const window_start = isoTime(now - (now % MINUTE_MS))
      if (!on) return { keys: [], window_start }
      await store.write(async (tx) => {
        for (const { key, max, window_ms } of limits) {
          await countAttempt(tx, key, window_start)
          const { count, oldest } = await sumAttempts(tx, key, isoTime(now - window_ms))
          if (count > max) throw tooManyRequests(Math.ceil((Date.parse(oldest) + window_ms - now) / 1000))
        }
      })
      return { keys: limits.map(({ key }) => key), window_start }
    },
    giveBack: async (tx, { keys, window_start }) => {
      for (const key of keys) await uncountAttempt(tx, key, window_start)
    },
  }
}

const isoTime = (ms: number): string => new Date(ms).toISOString()

// What stops guessing (decisions 11). Attempts are counted in the database, so that all servers count together and a restart
// forgets nothing. They are counted before the work, so that many at once cannot pass; a success gives its attempt back, so
// that nobody is locked out by signing in often.
import type { Transactor } from '../../core/ctx.ts'
import { tooManyRequests } from '../../core/errors.ts'
import { hashSecret } from '../../core/ids.ts'
import type { Tx } from '../../db/schema.ts'
import { addressGroup } from './addressGroup.ts'
import { countAttempt, sumAttempts, uncountAttempt } from './auth.brake.repo.ts'

const MINUTE_MS = 60_000
export const BRAKE_WINDOW_MS = 15 * MINUTE_MS
const ACCOUNT_MAX = 20
const ADDRESS_MAX = 100

/** Each counts on its own. `password` is every proof of one's password while signed in. */
export type Braked = 'sign_in' | 'two_factor' | 'password' | 'mail' | 'reset'

export interface Attempt {
  keys: string[]
  window_start: string
}

export interface Brake {
  /**
   * Counts an attempt against an account (an e-mail address or an id, known or not) and against the caller's address. Throws
   * 429 with `Retry-After` beyond 20 per account or 100 per address in 15 minutes; refused attempts do not count.
   */
  attempt(what: Braked, account: string, address: string): Promise<Attempt>
  /** The same where there is no account to count by: 20 per address. */
  attemptBlind(what: Braked, address: string): Promise<Attempt>
  /** Gives a success back. */
  giveBack(tx: Tx, attempt: Attempt): Promise<void>
}

/** `on` false: everything passes and nothing is counted. */
export function createBrake({ store, clock }: Pick<Transactor, 'store' | 'clock'>, on: boolean): Brake {
  async function count(limits: { key: string; max: number }[]): Promise<Attempt> {
    const now = clock().getTime()
    const window_start = isoTime(now - (now % MINUTE_MS))
    if (!on) return { keys: [], window_start }
    await store.write(async (tx) => {
      for (const { key, max } of limits) {
        await countAttempt(tx, key, window_start)
        const { count, oldest } = await sumAttempts(tx, key, isoTime(now - BRAKE_WINDOW_MS))
        if (count > max) throw tooManyRequests(Math.ceil((Date.parse(oldest) + BRAKE_WINDOW_MS - now) / 1000))
      }
    })
    return { keys: limits.map(({ key }) => key), window_start }
  }
  const byAddress = (what: Braked, address: string, max: number) => ({
    key: `${what} address ${addressGroup(address)}`,
    max,
  })

  return {
    attempt: (what, account, address) =>
      count([
        { key: `${what} account ${hashSecret(account)}`, max: ACCOUNT_MAX },
        byAddress(what, address, ADDRESS_MAX),
      ]),
    attemptBlind: (what, address) => count([byAddress(what, address, ACCOUNT_MAX)]),
    giveBack: async (tx, { keys, window_start }) => {
      for (const key of keys) await uncountAttempt(tx, key, window_start)
    },
  }
}

const isoTime = (ms: number): string => new Date(ms).toISOString()

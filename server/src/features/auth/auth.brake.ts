// What stops guessing (decisions 11). A success gives its attempt back, so that nobody is locked out by signing in often.

import { addressGroup } from '../../core/address-group.ts'
import type { Attempt, Attempts } from '../../core/attempts.ts'
import { hashSecret } from '../../core/ids.ts'
import type { Tx } from '../../db/schema.ts'

const WINDOW_MS = 15 * 60_000
const ACCOUNT_MAX = 20
const ADDRESS_MAX = 100

/** Each counts on its own. `password` is every proof of one's password while signed in. */
export type Braked = 'sign_in' | 'two_factor' | 'password' | 'mail' | 'reset' | 'invitation'

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

export function createBrake({ count, giveBack }: Attempts): Brake {
  const byAddress = (what: Braked, address: string, max: number) => ({
    key: `${what} address ${addressGroup(address)}`,
    max,
    window_ms: WINDOW_MS,
  })
  return {
    attempt: (what, account, address) =>
      count([
        { key: `${what} account ${hashSecret(account)}`, max: ACCOUNT_MAX, window_ms: WINDOW_MS },
        byAddress(what, address, ADDRESS_MAX),
      ]),
    attemptBlind: (what, address) => count([byAddress(what, address, ACCOUNT_MAX)]),
    giveBack,
  }
}

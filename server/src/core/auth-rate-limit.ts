// Rate limits for sign-in and other secrets that can be guessed, and for mail. Successful attempts are not counted.
import { addressGroup, addressSite } from '../base/address-group.ts'
import { hashSecret } from '../base/ids.ts'
import { HOUR_MS } from '../base/units.ts'
import type { Tx } from '../db/schema.ts'
import type { Attempt, Attempts, Limit } from './attempts.ts'

const WINDOW_MS = 15 * 60_000
const ACCOUNT_MAX = 20
const ADDRESS_MAX = 100
/** From all addresses together: high enough not to lock out the owner, low enough that no password is guessed. */
const ACCOUNT_FROM_ANYWHERE_MAX = 500
const REGISTRATIONS_MAX = 50
/** How much more a whole IPv6 site may do than one address group in it. */
const SITE_FACTOR = 10
const MAILS_MAX = 3
const NOTICES_MAX = 10

/** Each is counted separately. `password` covers every confirmation of the password while signed in. */
export type LimitedAction = 'sign_in' | 'two_factor' | 'password' | 'mail' | 'reset' | 'invitation'
/** Possible without access to the account, so counted by account and address together. */
const FROM_OUTSIDE = new Set<LimitedAction>(['sign_in', 'mail'])

export interface AuthRateLimit {
  /**
   * Counts an attempt by account (an email or id, known or not) and by address. 429 beyond 20 per account or 100 per
   * address in 15 minutes, and ten times that for a /48 of IPv6; refused attempts do not count. `FROM_OUTSIDE` has its own limits.
   */
  count(what: LimitedAction, account: string, address: string): Promise<Attempt>
  /** For a device that signed in to the account before: it has its own count. */
  countFromDevice(what: LimitedAction, account: string, deviceToken: string): Promise<Attempt>
  /** Like `count`, without an account: 20 per address. */
  countByAddress(what: LimitedAction, address: string): Promise<Attempt>
  /** Throws 429 beyond 50 registrations an hour from one address. */
  registration(address: string): Promise<Attempt>
  /** Whether one more mail of this kind may be sent to the address: at most 3 an hour. */
  mayMail(tx: Tx, kind: string, email: string): Promise<boolean>
  /** Like `mayMail`, for notices of what happened to an account: at most 10 an hour. */
  mayNotify(tx: Tx, kind: string, email: string): Promise<boolean>
  /** Like `mayMail`, but throws 429. */
  countMail(tx: Tx, kind: string, email: string): Promise<void>
  /** Gives a success back. */
  refund(tx: Tx, attempt: Attempt): Promise<void>
}

export function createAuthRateLimit({ count, countIn, passes, refund }: Attempts): AuthRateLimit {
  const byAddress = (what: string, address: string, max: number, window_ms = WINDOW_MS): Limit[] => {
    const site = addressSite(address)
    return [
      { key: `${what} address ${addressGroup(address)}`, max, window_ms },
      ...(site === null ? [] : [{ key: `${what} address ${site}`, max: max * SITE_FACTOR, window_ms }]),
    ]
  }
  const byAccount = (what: LimitedAction, account: string, max: number) => ({
    key: `${what} account ${hashSecret(account)}`,
    max,
    window_ms: WINDOW_MS,
  })
  const byBoth = (what: LimitedAction, account: string, address: string) => ({
    key: `${what} account ${hashSecret(account)} ${addressGroup(address)}`,
    max: ACCOUNT_MAX,
    window_ms: WINDOW_MS,
  })
  const byRecipient = (kind: string, email: string, max = MAILS_MAX) => ({
    key: `mailed ${kind} ${hashSecret(email)}`,
    max,
    window_ms: HOUR_MS,
  })
  return {
    count: (what, account, address) =>
      count([
        ...(FROM_OUTSIDE.has(what)
          ? [byBoth(what, account, address), byAccount(what, account, ACCOUNT_FROM_ANYWHERE_MAX)]
          : [byAccount(what, account, ACCOUNT_MAX)]),
        ...byAddress(what, address, ADDRESS_MAX),
      ]),
    countFromDevice: (what, account, deviceToken) => count([byAccount(what, `${account} ${deviceToken}`, ACCOUNT_MAX)]),
    countByAddress: (what, address) => count(byAddress(what, address, ACCOUNT_MAX)),
    registration: (address) => count(byAddress('register', address, REGISTRATIONS_MAX, HOUR_MS)),
    mayMail: (tx, kind, email) => passes(tx, byRecipient(kind, email)),
    mayNotify: (tx, kind, email) => passes(tx, byRecipient(kind, email, NOTICES_MAX)),
    countMail: (tx, kind, email) => countIn(tx, [byRecipient(kind, email)]),
    refund,
  }
}

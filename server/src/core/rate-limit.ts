// General request limits per caller and minute. A caller is an accepted credential, else the address group, so made-up
// credentials do not get their own limit.
import { tooManyRequests } from '../base/errors.ts'

const WINDOW_MS = 60_000
/** Callers counted separately in one minute; the others share a count. */
const CALLERS_MAX = 200_000
const OTHERS = 'others'
/** Callers above this part of the limit are reported to the other servers. */
const BUSY = 0.1

export interface RateLimit {
  max: number
  /** Counts one more for the key and returns the count of this minute; above `max` is too many. */
  count(key: string): number
  /** Seconds until the count resets. */
  secondsLeft(): number
  /** Callers close to the limit, with their count on this server in this minute. */
  busy(): { minute: number; counts: Map<string, number> }
  /** Sets what other servers have counted in that minute. */
  hear(minute: number, counts: ReadonlyMap<string, number>): void
}

/** Counts in memory and restarts every minute of the clock. */
export function createRateLimit(max: number, now: () => number = Date.now): RateLimit {
  let minute = 0
  let counts = new Map<string, number>()
  let elsewhere: ReadonlyMap<string, number> = new Map()

  function turn(): void {
    const current = Math.floor(now() / WINDOW_MS)
    if (current === minute) return
    minute = current
    counts = new Map()
    elsewhere = new Map()
  }

  return {
    max,
    count: (key) => {
      turn()
      const bucket = counts.size < CALLERS_MAX || counts.has(key) ? key : OTHERS
      const count = (counts.get(bucket) ?? 0) + 1
      counts.set(bucket, count)
      return count + (elsewhere.get(bucket) ?? 0)
    },
    secondsLeft: () => Math.ceil((WINDOW_MS - (now() % WINDOW_MS)) / 1000),
    busy: () => {
      turn()
      return { minute, counts: new Map([...counts].filter(([, count]) => count > max * BUSY)) }
    },
    hear: (told, sums) => {
      turn()
      if (told === minute) elsewhere = sums
    },
  }
}

/** The limits of requests, each per caller and minute. */
export type RequestLimits = Record<'requests' | 'searches' | 'transfers' | 'previews' | 'lookups', RateLimit>

/** Expensive calls have a part of the general limit. Null means no limits. */
export function createRequestLimits(max: number | null, now: () => number): RequestLimits | null {
  if (max === null) return null
  const part = (divisor: number) => createRateLimit(Math.ceil(max / divisor), now)
  return { requests: part(1), searches: part(10), transfers: part(20), previews: part(5), lookups: part(1) }
}

/** Throws 429 with `Retry-After` above the limit; `null` means no limit. */
export function countOne(limit: RateLimit | null, key: string): void {
  if (limit && limit.count(key) > limit.max) throw tooManyRequests(limit.secondsLeft())
}

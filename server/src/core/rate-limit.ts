// The general limits of this server, by caller and minute. A caller is a credential that was accepted, else the address group: what a
// header says that proves nothing gives no one a bucket of their own.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressGroup } from './address-group.ts'
import { tooManyRequests } from './errors.ts'

const WINDOW_MS = 60_000
/** Callers that are counted apart in one minute; the ones beyond share a bucket. */
const CALLERS_MAX = 200_000
const OTHERS = 'others'

export interface RateLimit {
  max: number
  /** Counts one more for the key and says how many came this minute; more than `max` are too many. */
  count(key: string): number
  /** Seconds until the count begins again. */
  secondsLeft(): number
}

/** Counts in memory, anew each minute of the clock. */
export function createRateLimit(max: number, now: () => number = Date.now): RateLimit {
  let minute = 0
  let counts = new Map<string, number>()
  return {
    max,
    count: (key) => {
      const current = Math.floor(now() / WINDOW_MS)
      if (current !== minute) {
        minute = current
        counts = new Map()
      }
      const bucket = counts.size < CALLERS_MAX || counts.has(key) ? key : OTHERS
      const count = (counts.get(bucket) ?? 0) + 1
      counts.set(bucket, count)
      return count
    },
    secondsLeft: () => Math.ceil((WINDOW_MS - (now() % WINDOW_MS)) / 1000),
  }
}

/** Throws 429 with `Retry-After` when it is one too many; `null` limits nothing. */
export function countOne(limit: RateLimit | null, key: string): void {
  if (limit && limit.count(key) > limit.max) throw tooManyRequests(limit.secondsLeft())
}

/** Who counts: set by the hook that asks for the credential, before this is called. */
export const callerOf = ({ actor, ip }: FastifyRequest): string => actor?.credential_id || addressGroup(ip)

/** Counts every request of the scope, also one to an unknown path, and says on each reply how many are left. */
export function limitRequests(scope: FastifyInstance, limit: RateLimit): void {
  scope.addHook('onRequest', (request, reply, done) => {
    const count = limit.count(callerOf(request))
    const secondsLeft = limit.secondsLeft()
    reply.headers({
      'ratelimit-limit': limit.max,
      'ratelimit-remaining': Math.max(0, limit.max - count),
      'ratelimit-reset': secondsLeft,
    })
    if (count > limit.max) done(tooManyRequests(secondsLeft))
    else done()
  })
}

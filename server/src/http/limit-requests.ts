import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressGroup } from '../base/address-group.ts'
import { tooManyRequests } from '../base/errors.ts'
import type { RateLimit } from '../core/rate-limit.ts'

/** The caller to count by: set by the authentication hook, which runs first. */
export const callerOf = ({ actor, ip }: FastifyRequest): string => actor?.credential_id || addressGroup(ip)

/** Counts every request of the scope, also to unknown paths, and adds the remaining number to each reply. */
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

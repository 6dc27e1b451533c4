import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressGroup } from '../base/address-group.ts'
import { tooManyRequests } from '../base/errors.ts'
import type { RateLimit } from '../core/rate-limit.ts'

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

// Authenticates a request once, before anything else: rate limits, authorization and the log use the result.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../base/errors.ts'
import type { Actor } from '../core/ctx.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null without a valid credential. */
    actor: Actor | null
    /** Why the credential was rejected. */
    refusal: AppError | null
  }
}

/**
 * An invalid credential does not fail the request yet: public calls are open to everyone, and others throw `refusal`.
 */
export function identifyCallers(
  scope: FastifyInstance,
  authenticate: (request: FastifyRequest, address: string) => Promise<Actor>,
): void {
  scope.decorateRequest('actor', null)
  scope.decorateRequest('refusal', null)
  scope.addHook('onRequest', (request, _, done) => {
    if (request.headers.authorization === undefined) return done()
    authenticate(request, request.ip).then(
      (actor) => {
        request.actor = actor
        done()
      },
      (error: Error) => {
        if (!(error instanceof AppError)) return done(error)
        request.refusal = error
        done()
      },
    )
  })
}

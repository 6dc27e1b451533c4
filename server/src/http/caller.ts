// Who carries a request, asked once and before anything else: what follows counts by it, judges by it and logs it.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../base/errors.ts'
import type { Actor } from '../core/ctx.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null without a valid credential. */
    actor: Actor | null
    /** Why the credential was not accepted. */
    refusal: AppError | null
  }
}

/**
 * A credential that is not accepted refuses nothing yet: a public call is open to everyone, and others answer
 * `refusal`.
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

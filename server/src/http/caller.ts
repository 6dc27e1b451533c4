// Authenticates a request once, before anything else: rate limits, authorization and the log use the result.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../base/errors.ts'
import type { Actor } from '../core/ctx.ts'

/** A body that took longer than this may have outlived the credential. */
const RECHECK_MS = 1_000

declare module 'fastify' {
  interface FastifyRequest {
    /** Null without a valid credential. */
    actor: Actor | null
    /** Why the credential was rejected. */
    refusal: AppError | null
    /** When `actor` was authenticated, in milliseconds of `performance.now()`. */
    identifiedAt: number
  }
}

type Authenticate = (request: FastifyRequest, address: string) => Promise<Actor>

/**
 * An invalid credential does not fail the request yet: public calls are open to everyone, and others throw `refusal`.
 * `onIdentified` is called once per request.
 */
export function identifyCallers(
  scope: FastifyInstance,
  authenticate: Authenticate,
  onIdentified: (actor: Actor) => void = () => {},
): void {
  scope.decorateRequest('actor', null)
  scope.decorateRequest('refusal', null)
  scope.decorateRequest('identifiedAt', 0)
  const identify = (request: FastifyRequest, done: (error?: Error) => void, onActor: (actor: Actor) => void) =>
    authenticate(request, request.ip).then(
      (actor) => {
        onActor(actor)
        done()
      },
      (error: Error) => {
        if (!(error instanceof AppError)) return done(error)
        request.actor = null
        request.refusal = error
        done()
      },
    )
  scope.addHook('onRequest', (request, _, done) => {
    if (request.headers.authorization === undefined) return done()
    identify(request, done, (actor) => {
      onIdentified(actor)
      request.actor = actor
      request.identifiedAt = performance.now()
    })
  })
  scope.addHook('preValidation', (request, _, done) => {
    if (!request.actor || request.identifiedAt === 0) return done()
    if (performance.now() - request.identifiedAt < RECHECK_MS) return done()
    identify(request, done, (actor) => {
      request.actor = actor
    })
  })
}

import type { FastifyInstance } from 'fastify'
import { AppError } from '../base/errors.ts'

const RETRY_S = 2

/** 503 for requests that arrive on open connections while the server stops, like every other error. */
export function refuseWhenClosing(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    done()
  })
  app.addHook('onRequest', (_request, _reply, done) => {
    if (!isClosing) return done()
    done(new AppError(503, 'unavailable', 'The server is restarting. Try again in a moment.', { retryAfter: RETRY_S }))
  })
}

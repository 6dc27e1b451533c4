// One line per request, with an id that connects the reply, the line and any error. Queries and bodies are never
// logged: they contain private texts, signatures and tokens.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

const REQUEST_ID = /^[\w.:-]{1,100}$/

/** A trusted proxy's `X-Request-Id`; else a generated one, so callers cannot write to the log. */
export const requestIds =
  (trustProxy: boolean) =>
  ({ headers }: IncomingMessage): string => {
    const given = trustProxy ? headers['x-request-id'] : undefined
    return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
  }

/** `lines` false: no log lines are created. */
export function logRequests(app: FastifyInstance, { lines }: { lines: boolean }): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  if (!lines) return
  app.addHook('onResponse', (request, reply, done) => {
    app.log.info(
      {
        request_id: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user_id: request.actor?.id ?? null,
      },
      'request',
    )
    done()
  })
}

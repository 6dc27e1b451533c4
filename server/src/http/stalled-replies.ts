import type { FastifyInstance } from 'fastify'

/** Smaller replies fit into the buffers of the system. */
const LARGE_BYTES = 64 * 1024
const STALLED_MS = 30_000

/** Closes connections whose clients do not read a large reply: all of it stays in memory until then. */
export function endStalledReplies(app: FastifyInstance, stalledMs = STALLED_MS): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    const size = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0
    if (size > LARGE_BYTES) reply.raw.setTimeout(stalledMs, () => reply.raw.destroy())
    done(null, payload)
  })
}

import type { FastifyInstance } from 'fastify'
import type { Store } from '../db/open.ts'

interface Health {
  store: Store
  isLive(): boolean
}

/** `/healthz` says that the process answers, `/readyz` that it can also read the database and serve the live channel. */
export function serveHealth(app: FastifyInstance, { store, isLive }: Health): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    const canRead = await store.reader
      .selectFrom('users')
      .select('id')
      .limit(1)
      .execute()
      .then(
        () => true,
        () => false,
      )
    const isReady = canRead && isLive()
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'unavailable' })
  })
}

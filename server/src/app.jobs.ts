// The work that the server does by itself: once at its start, and regularly. Several servers share most of it.
import type { FastifyInstance } from 'fastify'
import { continueAfter } from './base/ids.ts'
import { sweepTempFolders } from './base/temp-folder.ts'
import { HOUR_MS, MINUTE_MS } from './base/units.ts'
import { findNewestEventId } from './core/event-log.repo.ts'
import { createLeases } from './core/leases.ts'
import type { RequestLimits } from './core/rate-limit.ts'
import type { Services } from './core/services.ts'
import { createExchange } from './core/shared-limits.ts'
import { cleanUp } from './features/auth/accounts/accounts.clean-up.ts'
import { expireClaims } from './features/claims/claims.expiry.ts'
import { prepareDemo } from './features/demo/demo.start.ts'
import { maintain } from './features/maintenance/maintenance.ts'
import { cleanUpOauth } from './features/oauth/oauth.apps.ts'
import { cleanUpDeliveries } from './features/webhooks/webhooks.sender.ts'
import type { Others } from './live/other-servers.ts'

const EXCHANGE_MS = 1_000
/** How soon webhooks receive what has changed. */
const WEBHOOKS_MS = 1_000
/** Avoids running the timers of all servers at the same time. */
const ALMOST_AN_HOUR_MS = 55 * MINUTE_MS
const ALMOST_A_MINUTE_MS = 55_000

interface Jobs {
  services: Services
  /** Null on SQLite, which has one server. */
  others: Others | null
  limits: RequestLimits | null
  sendWebhooks: () => Promise<void>
}

export function scheduleJobs(app: FastifyInstance, { services, others, limits, sendWebhooks }: Jobs): void {
  const { background, store } = services
  const { once } = createLeases(services)
  const hourly = (name: string, work: () => Promise<void>) =>
    background.every(name, HOUR_MS, () => once(name, ALMOST_AN_HOUR_MS, work))

  app.addHook('onReady', async () => {
    const newest = await findNewestEventId(store.reader)
    if (newest) continueAfter(newest)
  })
  app.addHook('onReady', () => prepareDemo(services))
  background.every('webhooks', WEBHOOKS_MS, sendWebhooks)
  hourly('clean-up', () => cleanUp(services))
  hourly('clean-up of apps', () => cleanUpOauth(services))
  hourly('clean-up of deliveries', () => cleanUpDeliveries(services))
  if (others) hourly('clean-up of servers', others.cleanUp)
  if (others && limits) background.every('exchange of counts', EXCHANGE_MS, createExchange(store, limits))
  const maintainOnce = () => once('maintenance', ALMOST_AN_HOUR_MS, () => maintain(services))
  background.every('maintenance', HOUR_MS, maintainOnce)
  app.addHook('onListen', async () => background.run('maintenance', maintainOnce))
  background.every('expired claims', MINUTE_MS, () =>
    once('expired claims', ALMOST_A_MINUTE_MS, () => expireClaims(services)),
  )
  background.every('temporary files', HOUR_MS, async () => {
    await services.files.sweep()
    await sweepTempFolders()
  })
}

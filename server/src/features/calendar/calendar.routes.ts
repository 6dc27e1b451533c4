import { calendarApi } from '@cairn/contract/api/calendar'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../core/services.ts'
import { etagOf, matchesTag } from '../../http/etag.ts'
import type { Router } from '../../http/router.ts'
import { renewCalendar, revokeCalendar } from './calendar.commands.ts'
import { listCalendars, readFeed } from './calendar.queries.ts'

/** Tokens cannot manage a calendar URL (`account.secure` in the contract). */
export function calendarRoutes({ route }: Router, services: Services): void {
  route(calendarApi.list, listCalendars)
  route(calendarApi.renew, (ctx, { body }) => renewCalendar(ctx, services, body.plan_id ?? null))
  route(calendarApi.revoke, (ctx, { params }) => revokeCalendar(ctx, params.calendarId))
}

/** The feed itself: the secret in the URL is the only credential, because calendar programs send no other. */
export async function calendarFeed(scope: FastifyInstance, { services }: { services: Services }): Promise<void> {
  scope.get<{ Params: { secret: string } }>('/calendars/:secret.ics', async (request, reply) => {
    reply.headers({
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
    const feed = await readFeed(services, request.params.secret)
    if (feed === null) return reply.status(404).type('text/plain; charset=utf-8').send('Not found')
    const etag = etagOf(feed)
    reply.header('etag', etag)
    if (matchesTag(request, etag)) return reply.status(304).send()
    return reply.type('text/calendar; charset=utf-8').send(feed)
  })
}

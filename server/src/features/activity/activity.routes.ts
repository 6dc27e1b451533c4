import { activityApi } from '@cairn/contract/api/activity'
import { liveApi } from '@cairn/contract/api/live'
import { runsApi } from '@cairn/contract/api/runs'
import { securityApi } from '@cairn/contract/api/security'
import type { Transactor } from '../../core/ctx.ts'
import { linkPages } from '../../http/pages.ts'
import type { Http, Router } from '../../http/router.ts'
import { issueTicket } from '../auth/sessions/tickets.ts'
import { getPlanAccess } from './activity.access.ts'
import { getChanges } from './activity.changes.ts'
import { getFeed, getNodeActivities, getNodeActivity, getPlanActivity, getTimeline } from './activity.queries.ts'
import { getRun, getRunChanges, getRuns, getRunTexts } from './activity.runs.ts'

/** HTTP routes of the event log's readers; live/ serves the live ones. */
export function activityRoutes({ route }: Router, { epoch }: Pick<Transactor, 'epoch'>): void {
  route(activityApi.feed, async (ctx, { query }, http) => linked(http, await getFeed(ctx, query)))
  route(activityApi.plan, async (ctx, { params, query }, http) =>
    linked(http, await getPlanActivity(ctx, params.planId, query)),
  )
  route(activityApi.timeline, async (ctx, { params, query }, http) =>
    linked(http, await getTimeline(ctx, params.planId, query)),
  )
  route(activityApi.node, async (ctx, { params, query }, http) =>
    linked(http, await getNodeActivity(ctx, params.planId, params.nodeId, query)),
  )
  route(activityApi.nodeActivities, async (ctx, { params, query }, http) =>
    linked(http, await getNodeActivities(ctx, params.planId, params.nodeId, query)),
  )
  route(securityApi.planAccess, async (ctx, { params, query }, http) =>
    linked(http, await getPlanAccess(ctx, params.planId, query)),
  )
  route(runsApi.list, async (ctx, { params, query }, http) => linked(http, await getRuns(ctx, params.planId, query)))
  route(runsApi.get, (ctx, { params }) => getRun(ctx, params.planId, params.runId))
  route(runsApi.changes, async (ctx, { params, query }, http) =>
    linked(http, await getRunChanges(ctx, params.planId, params.runId, query)),
  )
  route(runsApi.texts, async (ctx, { params }) => ({ texts: await getRunTexts(ctx, params.planId, params) }))
  route(liveApi.changes, (ctx, { params, query }) => getChanges(ctx, params.planId, query, epoch()))
  route(liveApi.ticket, (ctx) => issueTicket(ctx))
}

/** The reply; the start of the next page is in a header. */
function linked<T>(
  { request, reply: http }: Http,
  { reply, ...pages }: { reply: T; page?: number; pages?: number; next: string | null },
): T {
  linkPages(http, request.url, pages)
  return reply
}

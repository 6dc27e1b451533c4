import { activityApi } from '@cairn/contract/api/activity'
import { liveApi } from '@cairn/contract/api/live'
import { securityApi } from '@cairn/contract/api/security'
import type { Router } from '../../core/route.ts'
import { issueTicket } from '../auth/auth.tickets.ts'
import { getPlanAccess } from './activity.access.ts'
import { getFeed, getNodeActivities, getNodeActivity, getPlanActivity, getTimeline } from './activity.queries.ts'

/** HTTP face of the event log's readers; the live one is activity.socket.ts. */
export function activityRoutes({ route }: Router): void {
  route(activityApi.feed, (ctx, { query }) => getFeed(ctx, query))
  route(activityApi.plan, (ctx, { params, query }) => getPlanActivity(ctx, params.planId, query))
  route(activityApi.timeline, (ctx, { params }) => getTimeline(ctx, params.planId))
  route(activityApi.node, (ctx, { params, query }) => getNodeActivity(ctx, params.planId, params.nodeId, query))
  route(activityApi.nodeActivities, (ctx, { params, query }) =>
    getNodeActivities(ctx, params.planId, params.nodeId, query),
  )
  route(securityApi.planAccess, (ctx, { params, query }) => getPlanAccess(ctx, params.planId, query))
  route(liveApi.ticket, (ctx) => issueTicket(ctx))
}

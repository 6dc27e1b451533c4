import { claimsApi } from '@cairn/contract/api/claims'
import type { Router } from '../../http/router.ts'
import type { NodeListCache } from '../nodes/nodes.cache.ts'
import { claimTask, endClaim, renewTask } from './claims.commands.ts'
import { listClaims, listReady } from './claims.queries.ts'

export function claimsRoutes({ route }: Router, nodeLists: NodeListCache): void {
  route(claimsApi.ready, (ctx, { params, query }) => listReady(ctx, nodeLists, params.planId, query.limit))
  route(claimsApi.list, (ctx, { params }) => listClaims(ctx, params.planId))
  route(claimsApi.claim, (ctx, { params, body }) => claimTask(ctx, { ...params, ...body }))
  route(claimsApi.heartbeat, (ctx, { params, body }) => renewTask(ctx, { ...params, ...body }))
  route(claimsApi.end, (ctx, { params, body }) => endClaim(ctx, { ...params, ...body }))
}

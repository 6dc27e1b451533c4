import { claimsApi } from '@cairn/contract/api/claims'
import type { Router } from '../../http/router.ts'
import { claimTask, endClaim, renewTask } from './claims.commands.ts'
import { handOverTask } from './claims.hand-over.ts'
import { listClaims } from './claims.queries.ts'
import type { ReadyLists } from './claims.ready.ts'

export function claimsRoutes({ route, routeWithoutTx }: Router, ready: ReadyLists): void {
  route(claimsApi.ready, async (ctx, { params, query }) => {
    const tasks = await ready.of(ctx, params.planId)
    return { tasks: tasks.slice(0, query.limit), total: tasks.length }
  })
  route(claimsApi.list, (ctx, { params, query }) =>
    listClaims(ctx, params.planId, { expired: query.expired === 'true' }),
  )
  routeWithoutTx(claimsApi.claim, async ({ ctx, run }, { params, body }) => {
    const candidates = body.node_id === undefined ? await ready.candidates(ctx, params.planId) : []
    const claimed = await run((tx) => claimTask(tx, { ...params, ...body, candidates }))
    if (claimed.claim) ready.took(params.planId, claimed.claim.node_id)
    return claimed
  })
  route(claimsApi.heartbeat, (ctx, { params, body }) => renewTask(ctx, { ...params, ...body }))
  route(claimsApi.handOver, (ctx, { params, body }) => handOverTask(ctx, { ...params, ...body }))
  route(claimsApi.end, (ctx, { params, body }) => endClaim(ctx, { ...params, ...body }))
}

import { claimsApi } from '@cairn/contract/api/claims'
import type { Router } from '../../http/router.ts'
import { claimTask, endClaim, renewOwnClaim } from './claims.commands.ts'
import { handOverTask } from './claims.hand-over.ts'
import { listClaims } from './claims.queries.ts'
import type { ReadyLists } from './claims.ready.ts'

export function claimsRoutes({ route, routeWithoutTx }: Router, ready: ReadyLists): void {
  route(claimsApi.ready, async (ctx, { params, query }) => {
    return ready.of(ctx, params.planId, query.limit)
  })
  route(claimsApi.list, (ctx, { params, query }) =>
    listClaims(ctx, params.planId, { expired: query.expired === 'true' }),
  )
  routeWithoutTx(claimsApi.claim, ({ ctx, run }, { params, body }) =>
    body.node_id === undefined
      ? ready.claim(ctx, params.planId, (candidates) => run((tx) => claimTask(tx, { ...params, ...body, candidates })))
      : run((tx) => claimTask(tx, { ...params, ...body })),
  )
  route(claimsApi.heartbeat, (ctx, { params, body }) => renewOwnClaim(ctx, { ...params, ...body }))
  route(claimsApi.handOver, (ctx, { params, body }) => handOverTask(ctx, { ...params, ...body }))
  route(claimsApi.end, (ctx, { params, body }) => endClaim(ctx, { ...params, ...body }))
}

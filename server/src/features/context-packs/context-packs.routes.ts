import { contextPackApi } from '@cairn/contract/api/contextPack'
import type { Router } from '../../http/router.ts'
import { getContextPack } from './context-packs.queries.ts'

/** HTTP routes of context packs. */
export function contextPackRoutes({ route }: Router): void {
  route(contextPackApi.pack, (ctx, { params, query }) => getContextPack(ctx, params.planId, params.nodeId, query))
}

import { watchesApi } from '@cairn/contract/api/watches'
import type { Router } from '../../http/router.ts'
import { removeWatch, setWatch } from './watches.commands.ts'
import { readWatch, readWatches } from './watches.queries.ts'

export function watchesRoutes({ route }: Router): void {
  route(watchesApi.list, (ctx, { params }) => readWatches(ctx, params.planId))
  route(watchesApi.get, (ctx, { params }) => readWatch(ctx, params.planId, params.nodeId))
  route(watchesApi.set, (ctx, { params, body }) => setWatch(ctx, params.planId, params.nodeId, body.level))
  route(watchesApi.remove, (ctx, { params }) => removeWatch(ctx, params.planId, params.nodeId))
}

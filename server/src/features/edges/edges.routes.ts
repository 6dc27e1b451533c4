import { edgesApi } from '@cairn/contract/api/edges'
import { listToJson } from '../../base/json-slices.ts'
import { JsonText } from '../../http/json-text.ts'
import type { Router } from '../../http/router.ts'
import { createEdge, removeEdge, setEdgeKind } from './edges.commands.ts'
import { listEdges } from './edges.queries.ts'

/** HTTP routes of dependencies, references and sequences. */
export function edgesRoutes({ route, routeWithoutTx }: Router): void {
  routeWithoutTx(
    edgesApi.list,
    async ({ ctx }, { params }) => new JsonText(await listToJson(await listEdges(ctx, params.planId))),
  )
  route(edgesApi.create, (ctx, { params, body }) => createEdge(ctx, params.planId, body))
  route(edgesApi.update, (ctx, { params, body }) => setEdgeKind(ctx, params.planId, params.edgeId, body))
  route(edgesApi.delete, (ctx, { params, body }) =>
    removeEdge(ctx, params.planId, params.edgeId, body?.expected_version),
  )
}

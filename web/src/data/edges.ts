// The links of a plan: dependencies, references and sequences. Parents are part of the nodes.
import { edgesApi, type PlanEdge } from '@cairn/contract/api/edges'
import type { EventKind, PlanEvent } from '@cairn/contract/api/events'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { callWithHeaders } from '../lib/api.ts'
import { readAt, revisionOf } from './readAt.ts'

/** Live events update it, so it is fetched once and after a reconnect that missed events. */
export const edgesQuery = (planId: string) =>
  queryOptions({
    queryKey: ['plan', planId, 'edges'],
    queryFn: ({ client, signal }) =>
      readAt(client, planId, () => callWithHeaders(edgesApi.list, { params: { planId }, signal }), applyToEdges),
    select: ({ value }) => value,
  })

/** Applies events to the edges. Returns the same array if none of them is about an edge. */
export function applyToEdges(edges: PlanEdge[], events: readonly PlanEvent[]): PlanEdge[] {
  const byId = new Map(edges.map((edge) => [edge.id, edge]))
  let isChanged = false
  for (const event of events) {
    switch (event.kind) {
      case 'edge.created':
      case 'edge.updated':
        byId.set(event.data.after.id, event.data.after)
        break
      case 'edge.deleted':
        byId.delete(event.data.before.id)
        break
      case 'node.duplicated':
        for (const edge of event.data.after.edges) byId.set(edge.id, edge)
        break
      default:
        event.kind satisfies Exclude<EventKind, `edge.${string}`>
        continue
    }
    isChanged = true
  }
  return isChanged ? [...byId.values()] : edges
}

/** Shows what the server has saved in a revision, unless live events have brought that revision, or a later one, here. */
export const patchEdges = (
  cache: QueryClient,
  planId: string,
  { headers }: { headers: Headers },
  change: (edges: PlanEdge[]) => PlanEdge[],
) => {
  const revision = revisionOf(headers) ?? Number.POSITIVE_INFINITY
  cache.setQueryData(
    edgesQuery(planId).queryKey,
    (known) => known && (known.revision >= revision ? known : { ...known, value: change(known.value) }),
  )
}

// Dependencies, references and sequences of a plan; the hierarchy is in the nodes.
import { type EdgeKind, edgesApi, type PlanEdge } from '@cairn/contract/api/edges'
import type { PlanEvent } from '@cairn/contract/api/events'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, callWithHeaders, messageOf } from '../lib/api.ts'
import { titleOf } from '../look/nodeLook.tsx'
import { toast } from '../ui/Toast.tsx'
import type { PlanNodes } from './nodeStore.ts'
import { readAt } from './readAt.ts'

/** The live channel keeps it true, so it is read once and after a reconnection that missed something. */
export const edgesQuery = (planId: string) =>
  queryOptions({
    queryKey: ['plan', planId, 'edges'],
    queryFn: ({ client, signal }) =>
      readAt(client, planId, () => callWithHeaders(edgesApi.list, { params: { planId }, signal }), applyToEdges),
    select: ({ value }) => value,
  })

/** The edges after events; the list itself when none of them is about an edge. */
export function applyToEdges(edges: PlanEdge[], events: readonly PlanEvent[]): PlanEdge[] {
  const byId = new Map(edges.map((edge) => [edge.id, edge]))
  let isChanged = false
  for (const event of events) {
    if (event.kind === 'edge.created' || event.kind === 'edge.updated') byId.set(event.data.after.id, event.data.after)
    else if (event.kind === 'edge.deleted') byId.delete(event.data.before.id)
    else if (event.kind === 'node.duplicated') for (const edge of event.data.after.edges) byId.set(edge.id, edge)
    else continue
    isChanged = true
  }
  return isChanged ? [...byId.values()] : edges
}

const patch = (cache: QueryClient, planId: string, change: (edges: PlanEdge[]) => PlanEdge[]) =>
  cache.setQueryData(edgesQuery(planId).queryKey, (known) => known && { ...known, value: change(known.value) })

const put = (edges: PlanEdge[], edge: PlanEdge): PlanEdge[] => [...edges.filter(({ id }) => id !== edge.id), edge]

/** Draws, changes and removes edges; shown when the server agrees, because it may refuse a circle. */
export function useEdgeActions(planId: string) {
  const cache = useQueryClient()
  const create = (body: Pick<PlanEdge, 'source_id' | 'target_id' | 'kind'>) =>
    call(edgesApi.create, { params: { planId }, body })
  const show = (edge: PlanEdge) => void patch(cache, planId, (edges) => put(edges, edge))
  const drawAgain = ({ source_id, target_id, kind }: PlanEdge) => {
    create({ source_id, target_id, kind }).then(show, (error: unknown) => {
      toast.error(messageOf(error, 'Failed to save the edge'))
    })
  }
  return {
    create: useMutation({
      mutationFn: create,
      onSuccess: show,
    }),
    change: useMutation({
      mutationFn: ({ id, kind }: { id: string; kind: EdgeKind }) =>
        call(edgesApi.update, { params: { planId, edgeId: id }, body: { kind } }),
      onSuccess: show,
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(edgesApi.delete, { params: { planId, edgeId: id } }),
      // The live event may have taken it off the list by the time of the answer.
      onMutate: (id) => cache.getQueryData(edgesQuery(planId).queryKey)?.value.find((edge) => edge.id === id),
      onSuccess: (_reply, id, edge) => {
        patch(cache, planId, (edges) => edges.filter((known) => known.id !== id))
        if (edge) toast('Link removed', { action: { label: 'Undo', onClick: () => drawAgain(edge) } })
      },
    }),
  }
}

/** Why an edge was refused, and of a circle the way around, because that is what one has to break. */
export function refusalOf(error: unknown, nodes: PlanNodes): { message: string; circle: string | null } {
  const names = circleOf(error).map((id) => {
    const node = nodes.get(id)
    return node ? titleOf(node) : 'a node in the trash'
  })
  return {
    message: messageOf(error, 'Failed to save the edge'),
    circle: names.length > 0 ? names.join(' → ') : null,
  }
}

/** The ids of the circle that a dependency would close, first and last the same; else none. */
function circleOf(error: unknown): string[] {
  const details = error instanceof ApiError && error.code === 'cycle' ? error.details : undefined
  const path = (details as { path?: unknown } | undefined)?.path
  return Array.isArray(path) ? path.filter((id) => typeof id === 'string') : []
}

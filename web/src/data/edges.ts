// Dependencies, references and sequences of a plan; the hierarchy is in the nodes.
import { type EdgeKind, edgesApi, type PlanEdge } from '@cairn/contract/api/edges'
import type { PlanEvent } from '@cairn/contract/api/events'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, messageOf } from '../lib/api.ts'
import { toast } from '../ui/Toast.tsx'
import { titleOf } from './nodeLook.tsx'
import type { PlanNodes } from './nodeStore.ts'

/** The live channel keeps it true, so it is read once and after a reconnection that missed something. */
export const edgesQuery = (planId: string) =>
  queryOptions({
    queryKey: ['plan', planId, 'edges'],
    queryFn: ({ signal }): Promise<PlanEdge[]> => call(edgesApi.list, { params: { planId }, signal }),
  })

/** What an edge's event changes in the list that is known. */
export function applyToEdges(edges: readonly PlanEdge[], event: PlanEvent): PlanEdge[] {
  switch (event.kind) {
    case 'edge.created':
    case 'edge.updated': {
      const { after } = event.data
      const known = edges.some(({ id }) => id === after.id)
      return known ? edges.map((edge) => (edge.id === after.id ? after : edge)) : [...edges, after]
    }
    case 'node.duplicated': {
      const known = new Set(edges.map(({ id }) => id))
      return [...edges, ...event.data.after.edges.filter(({ id }) => !known.has(id))]
    }
    case 'edge.deleted':
      return edges.filter(({ id }) => id !== event.data.before.id)
    default:
      return [...edges]
  }
}

const patch = (cache: QueryClient, planId: string, change: (edges: PlanEdge[]) => PlanEdge[]) =>
  cache.setQueryData(edgesQuery(planId).queryKey, (edges) => edges && change(edges))

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
      onMutate: (id) => cache.getQueryData(edgesQuery(planId).queryKey)?.find((edge) => edge.id === id),
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

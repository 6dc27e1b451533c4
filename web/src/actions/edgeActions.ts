import { type EdgeKind, edgesApi, type PlanEdge } from '@cairn/contract/api/edges'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { patchEdges } from '../data/edges.ts'
import type { PlanNodes } from '../data/nodeStore.ts'
import { titleOf } from '../display/nodeDisplay.tsx'
import { ApiError, callWithHeaders, messageOf } from '../lib/api.ts'
import { changeOf } from '../lib/changes.ts'
import { toastWithUndo } from './undoToast.ts'

const put = (edges: PlanEdge[], edge: PlanEdge): PlanEdge[] => [...edges.filter(({ id }) => id !== edge.id), edge]

/** Creates, changes and removes links. Not optimistic, because the server may reject a cycle. */
export function useEdgeActions(planId: string) {
  const cache = useQueryClient()
  const create = (body: Pick<PlanEdge, 'source_id' | 'target_id' | 'kind'>) =>
    callWithHeaders(edgesApi.create, { params: { planId }, body })
  const show = (answer: { reply: PlanEdge; headers: Headers }) =>
    patchEdges(cache, planId, answer, (edges) => put(edges, answer.reply))
  return {
    create: useMutation({
      mutationFn: create,
      onSuccess: show,
    }),
    change: useMutation({
      mutationFn: ({ id, kind }: { id: string; kind: EdgeKind }) =>
        callWithHeaders(edgesApi.update, { params: { planId, edgeId: id }, body: { kind } }),
      onSuccess: show,
    }),
    remove: useMutation({
      mutationFn: (id: string) => callWithHeaders(edgesApi.delete, { params: { planId, edgeId: id } }),
      onSuccess: (answer, id) => {
        patchEdges(cache, planId, answer, (edges) => edges.filter((known) => known.id !== id))
        toastWithUndo('Link removed', planId, [changeOf(answer.headers)])
      },
    }),
  }
}

/** Why a link was rejected. For a cycle, also the nodes along it, to show which link to remove. */
export function refusalOf(error: unknown, nodes: PlanNodes): { message: string; circle: string | null } {
  const names = circleOf(error).map((id) => {
    const node = nodes.get(id)
    return node ? titleOf(node) : 'a node in the trash'
  })
  return {
    message: messageOf(error, 'Failed to save link'),
    circle: names.length > 0 ? names.join(' → ') : null,
  }
}

/** The ids along the cycle that a dependency would create, first and last the same; empty if none. */
function circleOf(error: unknown): string[] {
  const details = error instanceof ApiError && error.code === 'cycle' ? error.details : undefined
  const path = (details as { path?: unknown } | undefined)?.path
  return Array.isArray(path) ? path.filter((id) => typeof id === 'string') : []
}

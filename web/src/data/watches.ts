// Which nodes of a plan the user watches or has muted.
import { type WatchLevel, watchesApi } from '@cairn/contract/api/watches'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../lib/api.ts'

const FRESH_MS = 2 * 60_000

export const watchesQuery = (planId: string) =>
  queryOptions({
    queryKey: ['plan', planId, 'watches'],
    queryFn: ({ signal }) => call(watchesApi.list, { params: { planId }, signal }),
    staleTime: FRESH_MS,
  })

export type Watches = ReadonlyMap<string, WatchLevel>

const NONE: Watches = new Map()
const byNode = (rows: readonly { node_id: string; level: WatchLevel }[]): Watches =>
  new Map(rows.map(({ node_id, level }) => [node_id, level]))

/** The same object while nothing changes. */
export function useWatches(planId: string): Watches {
  return useQuery({ ...watchesQuery(planId), select: byNode }).data ?? NONE
}

/** Watches or mutes a node, or neither. Optimistic. */
export function useSetWatch(planId: string) {
  const cache = useQueryClient()
  const { queryKey } = watchesQuery(planId)
  const show = (nodeId: string, level: WatchLevel | null) =>
    cache.setQueryData(queryKey, (known = []) => [
      ...known.filter(({ node_id }) => node_id !== nodeId),
      ...(level === null ? [] : [{ node_id: nodeId, level }]),
    ])
  return useMutation({
    mutationFn: async ({ nodeId, level }: { nodeId: string; level: WatchLevel | null }) => {
      const params = { planId, nodeId }
      if (level === null) await call(watchesApi.remove, { params })
      else await call(watchesApi.set, { params, body: { level } })
    },
    onMutate: async ({ nodeId, level }) => {
      await cache.cancelQueries({ queryKey })
      const before = cache.getQueryData(queryKey)?.find(({ node_id }) => node_id === nodeId)?.level ?? null
      show(nodeId, level)
      return before
    },
    onError: (_error, { nodeId }, before = null) => show(nodeId, before),
    onSettled: () => cache.invalidateQueries({ queryKey }),
  })
}

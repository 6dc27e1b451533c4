// Deleted files and log entries of a plan, and deleting permanently.
import { artifactsApi } from '@cairn/contract/api/artifacts'
import { logsApi } from '@cairn/contract/api/logs'
import { type PurgeRequest, type TrashedEntry, trashApi } from '@cairn/contract/api/trash'
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callWithHeaders, nextCursor } from '../lib/api.ts'
import { trashKey } from './nodeTrash.ts'

const FIRST = ''

/** Deleted files, links and log entries, latest first, one page at a time. */
export const trashedEntriesQuery = (planId: string) =>
  infiniteQueryOptions({
    queryKey: [...trashKey(planId), 'entries'],
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === FIRST ? {} : { cursor: pageParam }
      const { reply, headers } = await callWithHeaders(trashApi.list, { params: { planId }, query, signal })
      return { ...reply, next: nextCursor(headers) }
    },
    initialPageParam: FIRST,
    getNextPageParam: (last) => last.next,
    staleTime: 0,
  })

/** Takes a file, link or log entry out of the trash. */
export function useRestoreEntry(planId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ type, id, node_id: nodeId }: TrashedEntry): Promise<void> => {
      if (type === 'artifact') await call(artifactsApi.restore, { params: { planId, nodeId, artifactId: id } })
      else await call(logsApi.restore, { params: { planId, nodeId, logId: id } })
    },
    onSettled: () => cache.invalidateQueries({ queryKey: trashKey(planId) }),
  })
}

/** Deletes permanently, in as many calls as it takes. Returns the number of items. */
export function usePurge(planId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (wanted: PurgeRequest): Promise<number> => {
      let purged = 0
      for (;;) {
        const result = await call(trashApi.purge, { params: { planId }, body: wanted })
        purged += result.purged
        if (!wanted.all || result.left === 0 || result.purged === 0) return purged
      }
    },
    onSettled: () => cache.invalidateQueries({ queryKey: trashKey(planId) }),
  })
}

import { type LogType, logsApi } from '@cairn/contract/api/logs'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { activityQuery } from './activity.ts'

const FRESH_MS = 2 * 60_000

/** Log entries and comments of a node, newest first. */
export const logsQuery = (planId: string, nodeId: string) =>
  queryOptions({
    queryKey: ['plan', planId, 'node', nodeId, 'logs'],
    queryFn: ({ signal }) => call(logsApi.list, { params: { planId, nodeId }, query: {}, signal }),
    staleTime: FRESH_MS,
  })

/** Writes an entry or a comment; it stands on top of the list when the server has it. */
export function useAddLog(planId: string, nodeId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: { content: string; log_type: LogType; tags: string[] }) =>
      call(logsApi.add, { params: { planId, nodeId }, body }),
    onSuccess: (entry) => {
      cache.setQueryData(
        logsQuery(planId, nodeId).queryKey,
        (logs) => logs && [entry, ...logs.filter(({ id }) => id !== entry.id)],
      )
      void cache.invalidateQueries({ queryKey: activityQuery(planId, nodeId).queryKey })
    },
  })
}

import { type LogEntry, type LogType, logsApi } from '@cairn/contract/api/logs'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { activityQuery } from './activity.ts'
import { threadsQuery } from './commentQueries.ts'

export interface LogEdit {
  content: string
  log_type: LogType
  tags: string[]
  expected_version: number
}

const FRESH_MS = 2 * 60_000

/** Log entries and comments of a node, newest first. */
export const logsQuery = (planId: string, nodeId: string) =>
  queryOptions({
    queryKey: ['plan', planId, 'node', nodeId, 'logs'],
    queryFn: ({ signal }) => call(logsApi.list, { params: { planId, nodeId }, query: {}, signal }),
    staleTime: FRESH_MS,
  })

/** What shows the same entries elsewhere. */
function readAgain(cache: QueryClient, planId: string, nodeId: string): void {
  for (const { queryKey } of [activityQuery(planId, nodeId), threadsQuery(planId, nodeId)])
    void cache.invalidateQueries({ queryKey })
}

/** Edits, deletes or restores an entry. The list shows the change after the server confirms it. */
export function useChangeLog(planId: string, nodeId: string) {
  const cache = useQueryClient()
  const { queryKey } = logsQuery(planId, nodeId)
  const readOthers = () => readAgain(cache, planId, nodeId)
  const update = useMutation({
    mutationFn: ({ id, ...body }: { id: string } & LogEdit) =>
      call(logsApi.update, { params: { planId, nodeId, logId: id }, body }),
    onSuccess: (entry) => {
      cache.setQueryData(queryKey, (logs) => logs?.map((known) => (known.id === entry.id ? entry : known)))
      readOthers()
    },
  })
  const remove = useMutation({
    mutationFn: ({ id }: LogEntry) => call(logsApi.delete, { params: { planId, nodeId, logId: id } }),
    onSuccess: (_reply, { id }) => {
      cache.setQueryData(queryKey, (logs) => logs?.filter((known) => known.id !== id))
      readOthers()
    },
  })
  const restore = useMutation({
    mutationFn: (id: string) => call(logsApi.restore, { params: { planId, nodeId, logId: id } }),
    onSuccess: (entry) => {
      // Ids are time-ordered.
      cache.setQueryData(
        queryKey,
        (logs) => logs && [entry, ...logs.filter(({ id }) => id !== entry.id)].sort((a, b) => (a.id < b.id ? 1 : -1)),
      )
      readOthers()
    },
  })
  return { update, remove, restore }
}

/** Adds an entry or comment. It appears at the top of the list after the server has saved it. */
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
      readAgain(cache, planId, nodeId)
    },
  })
}

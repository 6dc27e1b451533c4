import { commentsApi } from '@cairn/contract/api/comments'
import { type LogEntry, logsApi } from '@cairn/contract/api/logs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { activityQuery } from './activity.ts'
import { threadsQuery, unreadQuery } from './commentQueries.ts'
import { ENTRY_UPDATE, logsQuery } from './logs.ts'
import { dropEntry, putEntry, type ReactionChange, react, type ThreadPages } from './threads.ts'

/** Changes the loaded threads of a node, and reads again what shows the same entries elsewhere. */
export function useThreads(planId: string, nodeId: string) {
  const cache = useQueryClient()
  const { queryKey } = threadsQuery(planId, nodeId)
  const patch = (change: (data: ThreadPages) => ThreadPages) => {
    if (cache.getQueryData(queryKey) === undefined) return
    // A reply that is on its way does not know the change.
    void cache.cancelQueries({ queryKey })
    cache.setQueryData(queryKey, (data) => data && change(data))
  }
  const readAgain = () => {
    void cache.invalidateQueries({ queryKey })
    void cache.invalidateQueries({ queryKey: logsQuery(planId, nodeId).queryKey })
    void cache.invalidateQueries({ queryKey: activityQuery(planId, nodeId).queryKey })
  }
  return {
    put: (entry: LogEntry) => {
      patch((data) => putEntry(data, entry))
      readAgain()
    },
    drop: (entry: LogEntry) => {
      patch((data) => dropEntry(data, entry, new Date().toISOString()))
      readAgain()
    },
    react: (entry: LogEntry, change: ReactionChange) => patch((data) => react(data, entry, change)),
    readAgain: () => void cache.invalidateQueries({ queryKey }),
  }
}

/** Edits, deletes, restores or reacts to a comment. Reactions show before the server confirms them. */
export function useChangeComment(planId: string, nodeId: string) {
  const threads = useThreads(planId, nodeId)
  const at = (logId: string) => ({ planId, nodeId, logId })
  const update = useMutation({
    mutationKey: ENTRY_UPDATE,
    mutationFn: ({ id, ...body }: { id: string; content: string; expected_version: number }) =>
      call(logsApi.update, { params: at(id), body }),
    onSuccess: threads.put,
  })
  const remove = useMutation({
    mutationFn: ({ id }: LogEntry) => call(logsApi.delete, { params: at(id) }),
    onSuccess: (_, entry) => threads.drop(entry),
  })
  const restore = useMutation({
    mutationFn: (id: string) => call(logsApi.restore, { params: at(id) }),
    onSuccess: threads.put,
  })
  const toggle = useMutation({
    mutationFn: ({ entry, emoji, isOn }: ReactionChange & { entry: LogEntry }) =>
      call(isOn ? commentsApi.react : commentsApi.unreact, { params: { ...at(entry.id), emoji } }),
    onMutate: ({ entry, ...change }) => threads.react(entry, change),
    onError: (_, { entry, ...change }) => threads.react(entry, { ...change, isOn: !change.isOn }),
    onSettled: threads.readAgain,
  })
  return { update, remove, restore, toggle }
}

/** Marks the comments of a node until a time as read. */
export function useMarkSeen(planId: string, nodeId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (until: string) => call(commentsApi.seen, { params: { planId, nodeId }, body: { until } }),
    onSuccess: (_, until) => {
      cache.setQueryData(
        threadsQuery(planId, nodeId).queryKey,
        (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, unread_since: until })) },
      )
      void cache.invalidateQueries({ queryKey: unreadQuery(planId).queryKey })
    },
  })
}

import { commentsApi, type UnreadNode } from '@cairn/contract/api/comments'
import { logsApi } from '@cairn/contract/api/logs'
import { infiniteQueryOptions, type QueryKey, queryOptions, useQuery } from '@tanstack/react-query'
import { call, callWithHeaders, nextCursor } from '../lib/api.ts'

const FRESH_MS = 2 * 60_000
const FIRST = ''

const threadsKey = (planId: string, nodeId: string) => ['plan', planId, 'node', nodeId, 'threads'] as const

/** Whether the key is that of threads, under which the earlier replies of each thread have theirs. */
export const isThreadsKey = (key: QueryKey): boolean => key[4] === 'threads'

/** The comments of a node in threads, newest first, one page at a time. */
export const threadsQuery = (planId: string, nodeId: string) =>
  infiniteQueryOptions({
    queryKey: threadsKey(planId, nodeId),
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === FIRST ? {} : { cursor: pageParam }
      const { reply, headers } = await callWithHeaders(commentsApi.threads, {
        params: { planId, nodeId },
        query,
        signal,
      })
      return { ...reply, next: nextCursor(headers) }
    },
    initialPageParam: FIRST,
    getNextPageParam: (last) => last.next,
    staleTime: FRESH_MS,
  })

/** The nodes with comments that are unread for this person. */
export const unreadQuery = (planId: string) =>
  queryOptions({
    queryKey: ['plan', planId, 'unread'],
    queryFn: ({ signal }) => call(commentsApi.unread, { params: { planId }, signal }),
    staleTime: FRESH_MS,
  })

/** All replies to an entry, oldest first. */
export const repliesQuery = (planId: string, nodeId: string, parentId: string) =>
  queryOptions({
    queryKey: [...threadsKey(planId, nodeId), parentId],
    queryFn: async ({ signal }) => {
      const query = { parent_id: parentId }
      const replies = await call(logsApi.list, { params: { planId, nodeId }, query, signal })
      return replies.toReversed()
    },
  })

const NONE: readonly UnreadNode[] = []

/** The nodes of `unreadQuery`; none while it is not enabled. */
export const useUnreadNodes = (planId: string, enabled: boolean): readonly UnreadNode[] =>
  useQuery({ ...unreadQuery(planId), enabled }).data ?? NONE

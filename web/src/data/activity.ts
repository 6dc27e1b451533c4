import { activityApi } from '@cairn/contract/api/activity'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, callWithHeaders, nextCursor } from '../lib/api.ts'

const FRESH_MS = 60_000
/** Items a page (point 9). */
const PAGE_SIZE = 20
const FIRST = ''

/** What happened to a node, newest first, a page at a time. */
export const activityQuery = (planId: string, nodeId: string) =>
  infiniteQueryOptions({
    queryKey: ['plan', planId, 'node', nodeId, 'activity'],
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PAGE_SIZE, ...(pageParam === FIRST ? { page: 1 } : { cursor: pageParam }) }
      const { reply, headers } = await callWithHeaders(activityApi.node, { params: { planId, nodeId }, query, signal })
      return { ...reply, next: nextCursor(headers) }
    },
    initialPageParam: FIRST,
    getNextPageParam: (last) => last.next,
    staleTime: FRESH_MS,
  })

/** What the insights ask for (point 7), of which they show three. */
const LATEST_SIZE = 5

/** The latest of the whole plan. */
export const planActivityQuery = (planId: string) =>
  queryOptions({
    queryKey: ['plan', planId, 'activity'],
    queryFn: ({ signal }) =>
      call(activityApi.plan, { params: { planId }, query: { page: 1, limit: LATEST_SIZE }, signal }),
    staleTime: FRESH_MS,
  })

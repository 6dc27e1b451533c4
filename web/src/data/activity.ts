import { activityApi } from '@cairn/contract/api/activity'
import { securityApi } from '@cairn/contract/api/security'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, callWithHeaders, nextCursor } from '../lib/api.ts'

const FRESH_MS = 60_000
/** Items a page (point 9). */
const PAGE_SIZE = 20
const FIRST = ''

const pageAt = (cursor: string) => ({ limit: PAGE_SIZE, ...(cursor === FIRST ? { page: 1 } : { cursor }) })

/** What happened to a node, newest first, a page at a time. */
export const activityQuery = (planId: string, nodeId: string) =>
  infiniteQueryOptions({
    queryKey: ['plan', planId, 'node', nodeId, 'activity'],
    queryFn: async ({ pageParam, signal }) => {
      const query = pageAt(pageParam)
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

/** Everything that happened in the plan, newest first, a page at a time. */
export const planHistoryQuery = (planId: string) =>
  infiniteQueryOptions({
    queryKey: ['plan', planId, 'activity', 'all'],
    queryFn: async ({ pageParam, signal }) => {
      const query = pageAt(pageParam)
      const { reply, headers } = await callWithHeaders(activityApi.plan, { params: { planId }, query, signal })
      return { ...reply, next: nextCursor(headers) }
    },
    initialPageParam: FIRST,
    getNextPageParam: (last) => last.next,
  })

/** Who was given or lost access to the plan, and who was refused, newest first, a page at a time. For its owner. */
export const planAccessQuery = (planId: string) =>
  infiniteQueryOptions({
    queryKey: ['plan', planId, 'activity', 'access'],
    queryFn: async ({ pageParam, signal }) => {
      const query = pageAt(pageParam)
      const { reply, headers } = await callWithHeaders(securityApi.planAccess, { params: { planId }, query, signal })
      return { ...reply, next: nextCursor(headers) }
    },
    initialPageParam: FIRST,
    getNextPageParam: (last) => last.next,
  })

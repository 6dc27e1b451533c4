import { activityApi } from '@cairn/contract/api/activity'
import { securityApi } from '@cairn/contract/api/security'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, callWithHeaders, nextCursor } from '../lib/api.ts'

const FRESH_MS = 60_000
/** Entries per page. */
const PAGE_SIZE = 20
const FIRST = ''

const pageAt = (cursor: string) => ({ limit: PAGE_SIZE, ...(cursor === FIRST ? { page: 1 } : { cursor }) })

/** The activity of a node, newest first, one page at a time. */
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

/** Number of entries that the insights request. */
const LATEST_SIZE = 5

/** The latest activity of the whole plan. */
export const planActivityQuery = (planId: string) =>
  queryOptions({
    queryKey: ['plan', planId, 'activity'],
    queryFn: ({ signal }) =>
      call(activityApi.plan, { params: { planId }, query: { page: 1, limit: LATEST_SIZE }, signal }),
    staleTime: FRESH_MS,
  })

/** All activity of the plan, newest first, one page at a time. */
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

/** Access changes and denials of the plan, newest first, one page at a time. Owner only. */
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

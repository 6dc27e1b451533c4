import { activityApi } from '@cairn/contract/api/activity'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../lib/api.ts'

const FRESH_MS = 60_000
/** Items a page (point 9). */
const PAGE_SIZE = 20

/** What happened to a node, newest first, a page at a time. */
export const activityQuery = (planId: string, nodeId: string) =>
  infiniteQueryOptions({
    queryKey: ['plan', planId, 'node', nodeId, 'activity'],
    queryFn: ({ pageParam, signal }) =>
      call(activityApi.node, { params: { planId, nodeId }, query: { page: pageParam, limit: PAGE_SIZE }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page < last.total_pages ? last.page + 1 : undefined),
    staleTime: FRESH_MS,
  })

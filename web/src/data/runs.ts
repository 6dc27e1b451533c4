// The runs of agents in a plan.
import { runsApi } from '@cairn/contract/api/runs'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, callWithHeaders, nextCursor } from '../lib/api.ts'

const FIRST = ''
/** Read again whenever they are shown: only the pages of runs hear about changes, so others may have missed some. */
const FRESH_MS = 0
const pageAt = (cursor: string) => (cursor === FIRST ? {} : { cursor })

/** Starts the key of everything known about a plan's runs. */
export const runsKey = (planId: string) => ['plan', planId, 'runs'] as const

/** The runs of a plan, the one with the latest change first, one page at a time. */
export const runsQuery = (planId: string) =>
  infiniteQueryOptions({
    queryKey: [...runsKey(planId), 'list'],
    queryFn: async ({ pageParam, signal }) => {
      const { reply, headers } = await callWithHeaders(runsApi.list, {
        params: { planId },
        query: pageAt(pageParam),
        signal,
      })
      return { ...reply, next: nextCursor(headers) }
    },
    initialPageParam: FIRST,
    getNextPageParam: (last) => last.next,
    staleTime: FRESH_MS,
  })

export const runQuery = (planId: string, runId: string) =>
  queryOptions({
    queryKey: [...runsKey(planId), runId],
    queryFn: ({ signal }) => call(runsApi.get, { params: { planId, runId }, signal }),
    staleTime: FRESH_MS,
  })

/** What a run did, in order, one page at a time. */
export const runChangesQuery = (planId: string, runId: string) =>
  infiniteQueryOptions({
    queryKey: [...runsKey(planId), runId, 'changes'],
    queryFn: async ({ pageParam, signal }) => {
      const { reply, headers } = await callWithHeaders(runsApi.changes, {
        params: { planId, runId },
        query: pageAt(pageParam),
        signal,
      })
      return { ...reply, next: nextCursor(headers) }
    },
    initialPageParam: FIRST,
    getNextPageParam: (last) => last.next,
    staleTime: FRESH_MS,
  })

/** The long texts before and after an entry, which never change. */
export const runTextsQuery = (planId: string, runId: string, revision: number) =>
  queryOptions({
    queryKey: ['plan', planId, 'run texts', runId, revision],
    queryFn: ({ signal }) => call(runsApi.texts, { params: { planId, runId, revision: String(revision) }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

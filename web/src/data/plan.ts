// The plan that is open.
import { plansApi } from '@cairn/contract/api/plans'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { retry } from '../lib/retry.ts'

const FRESH_MS = 5 * 60_000
const LONGEST_RETRY_MS = 30_000

/** One plan with this person's role in it. A failing server is tried again three times, a refusal stands at once (point 9). */
export const planQuery = (planId: string) =>
  queryOptions({
    queryKey: ['plan', planId],
    queryFn: ({ signal }) => call(plansApi.get, { params: { planId }, signal }),
    staleTime: FRESH_MS,
    retry: retry(3),
    retryDelay: (failures) => Math.min(1_000 * 2 ** failures, LONGEST_RETRY_MS),
  })

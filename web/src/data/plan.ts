// The open plan.
import { plansApi } from '@cairn/contract/api/plans'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, call } from '../lib/api.ts'
import { retry } from '../lib/retry.ts'

const FRESH_MS = 5 * 60_000
const LONGEST_RETRY_MS = 30_000

/** One plan with the user's role. Server errors are retried three times; 4xx responses are not. */
export const planQuery = (planId: string) =>
  queryOptions({
    queryKey: ['plan', planId],
    queryFn: ({ signal }) => call(plansApi.get, { params: { planId }, signal }),
    staleTime: FRESH_MS,
    retry: retry(3),
    retryDelay: (failures) => Math.min(1_000 * 2 ** failures, LONGEST_RETRY_MS),
  })

/** Handles a live message that the plan was deleted or access was revoked, as if a request had returned it. */
export async function markGone(cache: QueryClient, planId: string): Promise<void> {
  const { queryKey } = planQuery(planId)
  await cache.cancelQueries({ queryKey })
  const error = new ApiError(404, 'plan_not_found', 'Plan not found')
  cache.getQueryCache().find({ queryKey })?.setState({ status: 'error', error, data: undefined })
}

/** The same error for missing plans and plans without access, as on the server. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 403)

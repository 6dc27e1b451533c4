// Who holds which task of a plan.
import { type Claim, claimsApi } from '@cairn/contract/api/claims'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../lib/api.ts'

const FRESH_MS = 2 * 60_000

export const claimsQuery = (planId: string) =>
  queryOptions({
    queryKey: ['plan', planId, 'claims'],
    queryFn: ({ signal }) => call(claimsApi.list, { params: { planId }, signal }),
    staleTime: FRESH_MS,
    // Renewing a claim sends no event: it is read again when the first one would expire.
    refetchInterval: ({ state }) => untilFirstExpiry(state.data),
  })

const RETRY_MS = 5_000

function untilFirstExpiry(claims: readonly Claim[] = []): number | false {
  if (claims.length === 0) return false
  const first = Math.min(...claims.map(({ expires_at }) => Date.parse(expires_at)))
  return Math.max(RETRY_MS, first - Date.now())
}

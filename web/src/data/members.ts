import { plansApi } from '@cairn/contract/api/plans'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../lib/api.ts'

const FRESH_MS = 5 * 60_000

/** Possible assignees: the owner, then collaborators. */
export const membersQuery = (planId: string) =>
  queryOptions({
    queryKey: ['plan', planId, 'members'],
    queryFn: ({ signal }) => call(plansApi.availableUsers, { params: { planId }, signal }),
    staleTime: FRESH_MS,
  })

import { authApi } from '@cairn/contract/api/auth'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../lib/api.ts'

/** The user's sessions. Fetched on every visit, because a stale list is useless for spotting a stranger's sign-in. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(authApi.sessions, { signal }),
  staleTime: 0,
})

/** Signs sessions out one by one. Throws the first error. Refetches the list in any case. */
export function useEndSessions() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (sessionIds: readonly string[]) => {
      for (const sessionId of sessionIds) await call(authApi.endSession, { params: { sessionId } })
    },
    onSettled: () => cache.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

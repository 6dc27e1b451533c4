import { authApi } from '@cairn/contract/api/auth'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../lib/api.ts'

/** Where this person is signed in. Looked up at each visit: a list of a while ago would be no help to anybody who worries. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(authApi.sessions, { signal }),
  staleTime: 0,
})

/** Signs sessions out, one after the other; the first failure ends it and is thrown. The list is read again in any case. */
export function useEndSessions() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (sessionIds: readonly string[]) => {
      for (const sessionId of sessionIds) await call(authApi.endSession, { params: { sessionId } })
    },
    onSettled: () => cache.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

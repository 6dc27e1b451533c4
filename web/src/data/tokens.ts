import { tokensApi } from '@cairn/contract/api/tokens'
import type { TokenScope } from '@cairn/contract/rules/permissions'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../lib/api.ts'

/** How often the list looks again while the page is visible, and how soon after a token was made (point 9). */
const POLL_MS = 30_000
const AFTER_CREATE_MS = 500

/** The API tokens of this person, newest first. */
export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => call(tokensApi.list, { signal }),
  staleTime: POLL_MS,
  refetchInterval: POLL_MS,
})

export interface TokenWish {
  name: string
  permissions: TokenScope[]
  expires_at: string | null
  password?: string
}

/** Makes a token. Its string is in the reply alone, so the reply is forgotten with the component that asked. */
export function useCreateToken() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: TokenWish) => call(tokensApi.create, { body }),
    onSuccess: () => {
      setTimeout(() => cache.invalidateQueries({ queryKey: tokensQuery.queryKey }), AFTER_CREATE_MS)
    },
    gcTime: 0,
  })
}

/** Whether the token is made only with the password. */
export const isPasswordAsked = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'password_required'

/** Revokes a token, which takes it out of the list; after a failure the list is read again. */
export function useRevokeToken() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (tokenId: string) => call(tokensApi.revoke, { params: { tokenId } }),
    onSuccess: async (_, tokenId) => {
      // A reply that is under way still has the token.
      await cache.cancelQueries({ queryKey: tokensQuery.queryKey })
      cache.setQueryData(tokensQuery.queryKey, (tokens) => tokens?.filter(({ id }) => id !== tokenId))
    },
    onError: () => cache.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  })
}

/** What the server knows of the tokens, for the browser's console. */
export function useDebugTokens() {
  return useMutation({
    mutationFn: () => call(tokensApi.debug),
    onSuccess: (tokens) => console.info('GET /debug/tokens', tokens),
    onError: (error) => console.error('GET /debug/tokens', error),
  })
}

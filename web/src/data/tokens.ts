import type { CredentialLimitsInput } from '@cairn/contract/api/credentialLimits'
import { type ApiToken, tokensApi } from '@cairn/contract/api/tokens'
import type { TokenScope } from '@cairn/contract/rules/permissions'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../lib/api.ts'

/** How often a visible list is refetched, and how soon after a token was created. */
const POLL_MS = 30_000
const AFTER_CREATE_MS = 500

/** The user's API tokens, newest first. */
export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => call(tokensApi.list, { signal }),
  staleTime: POLL_MS,
  refetchInterval: POLL_MS,
})

export interface TokenWish extends CredentialLimitsInput {
  name: string
  permissions: TokenScope[]
  expires_at: string | null
  password?: string
}

/** Creates a token. Its value is only in the reply, which is dropped with the component. */
export function useCreateToken() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: TokenWish) => call(tokensApi.create, { body }),
    onSuccess: () => {
      setTimeout(() => cache.invalidateQueries({ queryKey: tokensQuery.queryKey }), AFTER_CREATE_MS)
    },
    // Without a reply the token may exist nevertheless.
    onError: () => void cache.invalidateQueries({ queryKey: tokensQuery.queryKey }),
    gcTime: 0,
  })
}

/** How soon the first use of a token that someone waits for is seen. */
const FIRST_USE_MS = 2_000

/** When a token was last used; null until then. Asks often while it has not been used. */
export function useTokenUse(tokenId: string): string | null {
  const used = (tokens: readonly ApiToken[] | undefined) => tokens?.find(({ id }) => id === tokenId)?.last_used ?? null
  const { data } = useQuery({
    ...tokensQuery,
    refetchInterval: ({ state }) => (used(state.data) === null ? FIRST_USE_MS : POLL_MS),
  })
  return used(data)
}

/** Whether creating the token requires the password. */
export const isPasswordAsked = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'password_required'

/** Replaces the limits of a token, and shows them in the list. */
export function useSetTokenLimits(tokenId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: CredentialLimitsInput) => call(tokensApi.setLimits, { params: { tokenId }, body }),
    onSuccess: async (saved) => {
      await cache.cancelQueries({ queryKey: tokensQuery.queryKey })
      cache.setQueryData(tokensQuery.queryKey, (tokens) =>
        tokens?.map((token) => (token.id === saved.id ? saved : token)),
      )
    },
    onError: () => cache.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  })
}

/** Revokes a token and removes it from the list. Refetches the list after an error. */
export function useRevokeToken() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (tokenId: string) => call(tokensApi.revoke, { params: { tokenId } }),
    onSuccess: async (_, tokenId) => {
      // A running request may still contain the token.
      await cache.cancelQueries({ queryKey: tokensQuery.queryKey })
      cache.setQueryData(tokensQuery.queryKey, (tokens) => tokens?.filter(({ id }) => id !== tokenId))
    },
    onError: () => cache.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  })
}

/** Logs the server's token data to the browser console. */
export function useDebugTokens() {
  return useMutation({
    mutationFn: () => call(tokensApi.debug),
    onSuccess: (tokens) => console.info('GET /debug/tokens', tokens),
    onError: (error) => console.error('GET /debug/tokens', error),
  })
}

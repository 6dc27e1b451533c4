import { type AppRequest, appsApi } from '@cairn/contract/api/apps'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, type CallInput, call } from '../lib/api.ts'

/** How often a visible list is refetched. */
const POLL_MS = 30_000

/** The user's connected apps, newest first. */
export const appsQuery = queryOptions({
  queryKey: ['apps'],
  queryFn: ({ signal }) => call(appsApi.list, { signal }),
  staleTime: POLL_MS,
  refetchInterval: POLL_MS,
})

/** What an app asks for, by the query of its authorization URL. It expires, so it is not kept. */
export const appRequestQuery = (query: string) =>
  queryOptions({
    queryKey: ['app-request', query],
    queryFn: ({ signal }): Promise<AppRequest> => call(appsApi.request, { body: { query }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

export type AppDecision = CallInput<typeof appsApi.decide>['body']

/** Sends the decision; the reply has the URL that takes it to the app. */
export function useDecideApp() {
  return useMutation({ mutationFn: (body: AppDecision) => call(appsApi.decide, { body }), gcTime: 0 })
}

/** Why a request is refused, and the URL that tells the app, if there is one. Null for other errors. */
export function refusalOf(error: unknown): { redirect_to?: string } | null {
  if (!(error instanceof ApiError) || error.code !== 'invalid_app_request') return null
  return (error.details ?? {}) as { redirect_to?: string }
}

/** Disconnects an app and removes it from the list. Refetches the list after an error. */
export function useDisconnectApp() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (appId: string) => call(appsApi.revoke, { params: { appId } }),
    onSuccess: async (_, appId) => {
      // A running request may still contain the app.
      await cache.cancelQueries({ queryKey: appsQuery.queryKey })
      cache.setQueryData(appsQuery.queryKey, (apps) => apps?.filter(({ id }) => id !== appId))
    },
    onError: () => cache.invalidateQueries({ queryKey: appsQuery.queryKey }),
  })
}

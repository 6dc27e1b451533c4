import { type AppRequest, appsApi, type ConnectedApp } from '@cairn/contract/api/apps'
import type { CredentialLimitsInput } from '@cairn/contract/api/credentialLimits'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
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

/** How soon the first use of an app that someone waits for is seen. */
const FIRST_USE_MS = 2_000

/**
 * The app that `isAwaited` accepts and that was first used since the component mounted. Asks often while there is none.
 * By id and not by time: the clock of the browser may be wrong.
 */
export function useNewlyUsedApp(isAwaited: (app: ConnectedApp) => boolean): ConnectedApp | undefined {
  const [known, setKnown] = useState<ReadonlySet<string>>()
  const find = (apps: readonly ConnectedApp[] | undefined) =>
    known && apps?.find((app) => app.last_used !== null && !known.has(app.id) && isAwaited(app))
  const { data } = useQuery({
    ...appsQuery,
    refetchInterval: ({ state }) => (find(state.data) ? POLL_MS : FIRST_USE_MS),
  })
  if (data && !known) setKnown(new Set(data.filter(({ last_used }) => last_used !== null).map(({ id }) => id)))
  return find(data)
}

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

/** Replaces the limits of an app, and shows them in the list. */
export function useSetAppLimits(appId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: CredentialLimitsInput) => call(appsApi.setLimits, { params: { appId }, body }),
    onSuccess: async (saved) => {
      await cache.cancelQueries({ queryKey: appsQuery.queryKey })
      cache.setQueryData(appsQuery.queryKey, (apps) => apps?.map((app) => (app.id === saved.id ? saved : app)))
    },
    onError: () => cache.invalidateQueries({ queryKey: appsQuery.queryKey }),
  })
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

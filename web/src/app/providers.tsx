import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '../lib/api.ts'
import { getOffline, watchConnection } from '../lib/connection.ts'
import { dropEarly } from '../lib/earlyRequests.ts'
import { retry } from '../lib/retry.ts'
import { getSession, watchSession } from '../lib/session.ts'
import { useTheme } from '../lib/theme.ts'

/** How long a reply is fresh unless its query says otherwise. */
const FRESH_MS = 5 * 60_000

/** Creates a cache that retries queries once, never after a 4xx, and does not refetch when the window gains focus. */
const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // `always`: without a network a call fails visibly instead of waiting silently.
      queries: { staleTime: FRESH_MS, retry: retry(1), refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

/** Refetches visible queries that got no reply. */
const readUnanswered = (client: QueryClient) =>
  client.refetchQueries({
    type: 'active',
    predicate: ({ state: { status, error } }) => status === 'error' && error instanceof ApiError && error.status === 0,
  })

/** Removes what was read as another user. What everyone may read stays, so that pages without a session don't reload. */
function removePersonal(client: QueryClient): void {
  client.getMutationCache().clear()
  client.removeQueries({ predicate: ({ meta }) => meta?.isPublic !== true })
}

/** After a change, replies that were requested before it are out of date. */
const dropEarlyAfterChanges = (client: QueryClient) =>
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'invalidate') dropEarly()
  })

/** Provides the query cache. Personal replies leave it when the user signs out or another user signs in. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(makeQueryClient)
  // Pages without a theme toggle follow the system and other tabs too.
  useTheme()
  useEffect(() => {
    let userId = getSession()?.user.id
    return watchSession(() => {
      const next = getSession()?.user.id
      if (next !== userId) removePersonal(client)
      userId = next
    })
  }, [client])
  useEffect(
    () =>
      watchConnection(() => {
        if (!getOffline()) void readUnanswered(client)
      }),
    [client],
  )
  useEffect(() => dropEarlyAfterChanges(client), [client])
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

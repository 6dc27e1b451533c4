import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '../lib/api.ts'
import { getOffline, watchConnection } from '../lib/connection.ts'
import { retry } from '../lib/retry.ts'
import { getSession, watchSession } from '../lib/session.ts'
import { useTheme } from '../lib/theme.ts'

/** How long a reply counts as fresh unless its query says otherwise (point 9). */
const FRESH_MS = 5 * 60_000

/** A cache with the retries of point 9: one for general queries, none after a 4xx, no refetch when the window gains focus. */
const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // `always`: without a network a call fails and says so, instead of waiting silently for one.
      queries: { staleTime: FRESH_MS, retry: retry(1), refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

/** Reads again what is on the screen and got no answer. */
const readUnanswered = (client: QueryClient) =>
  client.refetchQueries({
    type: 'active',
    predicate: ({ state: { status, error } }) => status === 'error' && error instanceof ApiError && error.status === 0,
  })

/** What every page may rely on. The cache belongs to one person: it is emptied when another signs in, or nobody is left. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(makeQueryClient)
  // A page without a switch follows the system and the other tabs as well.
  useTheme()
  useEffect(() => {
    let userId = getSession()?.user.id
    return watchSession(() => {
      const next = getSession()?.user.id
      if (next !== userId) client.clear()
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
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

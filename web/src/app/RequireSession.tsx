import { useQuery } from '@tanstack/react-query'
import { Navigate, Outlet, useLocation } from 'react-router'
import { sessionCheckQuery } from '../data/auth.ts'
import { linkTokenOf } from '../lib/linkToken.ts'
import { getFarewell, getLastUserId, hasLoggedOut, isOverdue, useSession } from '../lib/session.ts'
import type { SignInState } from '../lib/signInState.ts'
import { StartingView } from './StartingView.tsx'

/**
 * Lets the signed-in through; others go to /login, which remembers where they wanted to be. Where a session seems to have run
 * out, only the server knows: until it has answered, nothing of the page is shown.
 */
export function RequireSession() {
  const session = useSession()
  const { pathname, search, hash, state: entry } = useLocation()
  const overdue = isOverdue(session)
  const check = useQuery({ ...sessionCheckQuery(session?.access_token ?? ''), enabled: overdue })
  if (overdue && check.isPending) return <StartingView />
  if (session) return <Outlet />
  const notice = getFarewell()
  const linkToken = linkTokenOf(entry)
  // A mailed link says itself whose it is.
  const fromUser = linkToken === null ? getLastUserId() : null
  const query = linkToken === null ? search : `?token=${encodeURIComponent(linkToken)}`
  const state: SignInState = {
    ...(hasLoggedOut() ? {} : { from: `${pathname}${query}${hash}`, ...(fromUser === null ? {} : { fromUser }) }),
    ...(notice === null ? {} : { notice }),
  }
  return <Navigate to="/login" replace state={state} />
}

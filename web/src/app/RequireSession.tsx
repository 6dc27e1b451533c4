import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { sessionCheckQuery } from '../data/auth.ts'
import { linkTokenOf } from '../lib/linkToken.ts'
import { getLastUserId, getSignOutNotice, hasLoggedOut, isOverdue, useSession } from '../lib/session.ts'
import type { SignInState } from '../lib/signInState.ts'
import { StartingView } from './StartingView.tsx'

/** An app opens this page for any user. */
const FOR_ANYONE = '/oauth/authorize'

/**
 * Renders the page for signed-in users and redirects others to /login, which remembers the page. A session that
 * seems to have expired is checked by the server: before the page is rendered, or while it stays open with what was typed.
 */
export function RequireSession() {
  const session = useSession()
  const { pathname, search, hash, state: entry } = useLocation()
  const overdue = isOverdue(session)
  const [opensOverdue] = useState(overdue)
  const check = useQuery({ ...sessionCheckQuery(session?.access_token ?? ''), enabled: overdue })
  if (opensOverdue && overdue && check.isPending) return <StartingView />
  if (session) return <Outlet />
  const notice = getSignOutNotice()
  const linkToken = linkTokenOf(entry)
  // An emailed link identifies its own user.
  const fromUser = linkToken === null && pathname !== FOR_ANYONE ? getLastUserId() : null
  const query = linkToken === null ? search : `?token=${encodeURIComponent(linkToken)}`
  const state: SignInState = {
    ...(hasLoggedOut() && pathname !== FOR_ANYONE
      ? {}
      : { from: `${pathname}${query}${hash}`, ...(fromUser === null ? {} : { fromUser }) }),
    ...(notice === null ? {} : { notice }),
  }
  return <Navigate to="/login" replace state={state} />
}

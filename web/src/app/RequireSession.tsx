import { Navigate, Outlet, useLocation } from 'react-router'
import { getFarewell, hasLoggedOut, useSession } from '../lib/session.ts'
import type { SignInState } from '../lib/signInState.ts'

/** Lets the signed-in through; others go to /login, which remembers where they wanted to be. */
export function RequireSession() {
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  if (session) return <Outlet />
  const notice = getFarewell()
  const state: SignInState = {
    ...(hasLoggedOut() ? {} : { from: `${pathname}${search}${hash}` }),
    ...(notice === null ? {} : { notice }),
  }
  return <Navigate to="/login" replace state={state} />
}

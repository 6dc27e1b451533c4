import { authApi } from '@cairn/contract/api/auth'
import { call } from '../lib/api.ts'
import { clearSession } from '../lib/session.ts'

/** Logs out so that another user can sign in and return to this page. */
export function switchAccount(): void {
  const ended = call(authApi.logout)
  clearSession({ byChoice: false })
  ended.catch(() => undefined)
}

/** Ends the session in this browser immediately and asks the server to end it. A failed call is ignored. */
export function logOut(): void {
  const ended = call(authApi.logout)
  clearSession({ byChoice: true })
  ended.catch(() => undefined)
}

import { authApi } from '@cairn/contract/api/auth'
import { call } from '../lib/api.ts'
import { clearSession } from '../lib/session.ts'

/** Logs out for somebody else to sign in and come back to this page. */
export function switchAccount(): void {
  const ended = call(authApi.logout)
  clearSession({ byChoice: false })
  ended.catch(() => undefined)
}

/** Ends the session here at once, and on the server as well as can be: a failed call changes nothing for this person. */
export function logOut(): void {
  const ended = call(authApi.logout)
  clearSession({ byChoice: true })
  ended.catch(() => undefined)
}

// Requests that start while the page's code is still loading.
import { getSession, isOverdue } from './session.ts'

/** How long a reply may wait for the page. */
const FRESH_MS = 5_000
const TIMEOUT_MS = 30_000

interface Early {
  token: string
  sentAt: number
  response: Promise<Response>
}

const early = new Map<string, Early>()

/** Sends a GET request as the signed-in user. The first call to the same URL within five seconds takes its response. */
export function requestEarly(url: string): void {
  const session = getSession()
  if (!session || isOverdue(session)) return
  const token = session.access_token
  const response = fetch(url, {
    headers: { accept: 'application/json', authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  // The call that takes the response handles a failure. Without one it can be ignored.
  response.catch(() => undefined)
  early.set(url, { token, sentAt: performance.now(), response })
}

/** Returns and removes the response to an early request with this token. */
export function takeEarly(url: string, token: string | undefined): Promise<Response> | undefined {
  const found = early.get(url)
  early.delete(url)
  return found?.token === token && performance.now() - (found?.sentAt ?? 0) < FRESH_MS ? found?.response : undefined
}

/** Forgets the responses that no call has taken, because something has changed since they were requested. */
export const dropEarly = (): void => early.clear()

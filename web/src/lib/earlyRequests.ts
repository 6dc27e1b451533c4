// Requests of a page that start while the page's code still loads.
import { getSession, isOverdue } from './session.ts'

/** A reply that the page has not asked for by then is not used: it would be too old. */
const FRESH_MS = 5_000
const TIMEOUT_MS = 30_000

interface Early {
  token: string
  sentAt: number
  response: Promise<Response>
}

const early = new Map<string, Early>()

/** Sends a GET request as the person who is signed in. The first call to the same URL takes its response, if it comes within five seconds. */
export function requestEarly(url: string): void {
  const session = getSession()
  if (!session || isOverdue(session)) return
  const token = session.access_token
  const response = fetch(url, {
    headers: { accept: 'application/json', authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  // A failure belongs to the call that takes the response; without one nobody needs to know.
  response.catch(() => undefined)
  early.set(url, { token, sentAt: performance.now(), response })
}

/** The response to an early request with this token, once. */
export function takeEarly(url: string, token: string | undefined): Promise<Response> | undefined {
  const found = early.get(url)
  early.delete(url)
  return found?.token === token && performance.now() - (found?.sentAt ?? 0) < FRESH_MS ? found?.response : undefined
}

// A creation that got no answer may have come about all the same. When it is sent again it carries the key of the first time, by
// which the server knows it and makes nothing twice.
import type { Endpoint } from '@cairn/contract/api/common'

/** The keys of what was sent and not answered, by what it was. */
const unanswered = new Map<string, string>()

export interface Attempt {
  headers: Record<string, string>
  /** No answer came: the same thing, sent again, has the same key. */
  lost: () => void
}

/** Only what creates takes a key, and nothing under /auth (decisions 6). */
export function startAttempt({ method, status, path }: Endpoint, address: string, body: unknown): Attempt | null {
  if (method !== 'POST' || status !== 201 || path.startsWith('/auth/')) return null
  const what = `${address} ${JSON.stringify(body)}`
  const key = unanswered.get(what) ?? randomKey()
  // Somebody who means to make two of the same sends the second before the first is lost, or after it was answered.
  unanswered.delete(what)
  return { headers: { 'idempotency-key': key }, lost: () => void unanswered.set(what, key) }
}

/** `crypto.randomUUID` is missing where the product is served without TLS. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

// A creation that got no answer may have come about all the same, and keys are pressed twice. What is sent again before it was
// answered carries the key of the first time, by which the server knows it and makes nothing twice.
import { type Endpoint, takesKey } from '@cairn/contract/api/common'

/** The keys of what was sent and has no answer, by what it was. */
const unanswered = new Map<string, string>()

export interface Attempt {
  headers: Record<string, string>
  /** From now on the same is something new. */
  answered: () => void
}

export function startAttempt(endpoint: Endpoint, address: string, body: unknown): Attempt | null {
  if (!takesKey(endpoint)) return null
  const what = `${address} ${JSON.stringify(body)}`
  const key = unanswered.get(what) ?? randomKey()
  unanswered.set(what, key)
  return { headers: { 'idempotency-key': key }, answered: () => void unanswered.delete(what) }
}

/** `crypto.randomUUID` is missing where the product is served without TLS. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

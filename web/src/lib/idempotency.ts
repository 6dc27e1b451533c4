// Idempotency keys for creations: a retry or a double submit sends the same key, so the server creates one row.
import { type Endpoint, takesKey } from '@cairn/contract/api/common'

/** The keys of requests without a reply, by URL and body. */
const unanswered = new Map<string, string>()

export interface IdempotentCall {
  headers: Record<string, string>
  /** Drops the key, so the next identical request creates another row. */
  answered: () => void
}

export function idempotencyFor(endpoint: Endpoint, address: string, body: unknown): IdempotentCall | null {
  if (!takesKey(endpoint)) return null
  const what = `${address} ${JSON.stringify(body)}`
  const key = unanswered.get(what) ?? randomKey()
  unanswered.set(what, key)
  return { headers: { 'idempotency-key': key }, answered: () => void unanswered.delete(what) }
}

/** Returns a random key. `crypto.randomUUID` does not exist without TLS. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

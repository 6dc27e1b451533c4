import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The `ETag` of a reply, derived from its content: the body, and what else is sent with it. */
export const etagOf = (body: string, beside: object = {}): string =>
  `"${createHash('sha256').update(body).update(JSON.stringify(beside)).digest('base64url')}"`

/** Whether `If-None-Match` names the tag, alone or in a list, or is `*`: the caller has the reply already. */
export function matchesTag({ headers }: FastifyRequest, etag: string): boolean {
  const header = headers['if-none-match']?.trim()
  return header === '*' || Boolean(header?.includes(etag))
}

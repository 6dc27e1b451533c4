import { createHash } from 'node:crypto'

/** The `ETag` of a reply, derived from its content: the body, and what else is sent with it. */
export const etagOf = (body: string, beside: object = {}): string =>
  `"${createHash('sha256').update(body).update(JSON.stringify(beside)).digest('base64url')}"`

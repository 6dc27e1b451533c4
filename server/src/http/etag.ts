import { createHash } from 'node:crypto'

/** The `ETag` of a reply, derived from its content. */
export const etagOf = (content: object): string =>
  `"${createHash('sha256').update(JSON.stringify(content)).digest('base64url')}"`

// The errors of an endpoint, derived from its contract row.
import type { Endpoint } from '@cairn/contract/api/common'

export const REFUSALS = {
  400: ['BadRequest', 'The request is malformed; `details` names each wrong field.'],
  401: ['Unauthorized', 'The credential is missing, invalid, expired or revoked.'],
  403: ['Forbidden', 'The role or the scope of the token does not allow this.'],
  404: ['NotFound', 'It does not exist, or you have no access to it.'],
  409: ['Conflict', 'The current state does not allow this; `code` says why.'],
  413: ['TooLarge', 'The body or the file is too large.'],
  415: ['UnsupportedMediaType', 'The content type is not supported.'],
  429: ['TooManyRequests', 'The rate limit is exceeded. Try again after `Retry-After` seconds.'],
  502: ['BadGateway', 'The AI service failed.'],
  503: [
    'Unavailable',
    'The server is busy, or its database or file storage is unavailable. Try again after `Retry-After` seconds.',
  ],
} as const
export type Refusal = keyof typeof REFUSALS

/** Ascending. */
export function refusalsOf({ access, method, path, query, body, transport, refusals = [] }: Endpoint): Refusal[] {
  const isWrite = method !== 'GET'
  const found = new Set<Refusal>([429, 503, ...refusals])
  // Every call with a sign-in refuses an `X-Run-Id` that is too long, every path with parameters a malformed encoding.
  if (query || isWrite || access !== 'public' || path.includes('/:')) found.add(400)
  if (access !== 'public') found.add(401).add(403)
  if (path.includes('/:')) found.add(404)
  if (isWrite && access !== 'public') found.add(409)
  if (body || isWrite || transport === 'multipart') found.add(413).add(415)
  return [...found].sort((a, b) => a - b)
}

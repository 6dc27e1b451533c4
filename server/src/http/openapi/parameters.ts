// Headers of requests and replies that many calls share.
import { type Endpoint, RUN_ID_MAX, takesKey } from '@cairn/contract/api/common'

const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }

export const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Makes the call safe to repeat for 24 hours: the same key and body return the first reply.',
    schema: { type: 'string', minLength: 1, maxLength: 200 },
  },
  RunId: {
    name: 'X-Run-Id',
    in: 'header',
    description: 'Groups the changes of one run of an agent in the activity.',
    schema: { type: 'string', maxLength: RUN_ID_MAX },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of your copy; 304 if it is current. `*` matches every reply.',
    schema: text,
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The version you have read, like `expected_version`; 409 `version_conflict` when there is a newer one.',
    schema: text,
  },
} as const

export const headers = {
  'X-Request-Id': { description: "Identifies this request in the server's log.", schema: text },
  'RateLimit-Limit': { description: 'Requests allowed per minute.', schema: count },
  'RateLimit-Remaining': { description: 'Requests left in this minute.', schema: count },
  'RateLimit-Reset': { description: 'Seconds until the limit resets.', schema: count },
  'Retry-After': { description: 'Seconds after which the call may be repeated.', schema: count },
  'WWW-Authenticate': { description: 'The scheme to sign in with.', schema: text },
  ETag: { description: 'Changes whenever the content of the reply changes.', schema: text },
  Link: { description: 'The neighboring pages: first, prev, next, last (RFC 8288).', schema: text },
  'X-Total-Count': { description: 'Number of rows on all pages.', schema: count },
  'X-Plan-Revision': {
    description:
      'The revision of the plan that the reply contains: after a write, the one of its last event. Absent when an earlier reply is repeated for an Idempotency-Key.',
    schema: count,
  },
  'X-Change': {
    description: 'What the call changed in the plan, for `POST /plans/{planId}/undo`. Absent when nothing changed.',
    schema: count,
  },
  'X-Lease': {
    description:
      '`lost` when an agent wrote beside a task that it no longer holds, because someone took it over or the claim ended. The write is stored; changes of the task answer 409 `lease_lost`.',
    schema: text,
  },
  'X-Status-Counts': { description: 'Number of plans by status, as a JSON object.', schema: text },
  'X-Plans-State': {
    description: 'The state of your list of plans, as in `plans` on the live channel. Absent after the first page.',
    schema: text,
  },
} as const

const EVERY_REPLY = ['X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const

/** References to the headers of every reply and to the given ones. */
export const headerReferences = (more: readonly (keyof typeof headers)[] = []) =>
  Object.fromEntries([...EVERY_REPLY, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** The request headers that this call accepts. */
export function requestHeaders(endpoint: Endpoint) {
  const { method, access, reply_headers, versioned } = endpoint
  const names: (keyof typeof parameters)[] = []
  if (takesKey(endpoint)) names.push('IdempotencyKey')
  if (method !== 'GET' && access !== 'public') names.push('RunId')
  if (versioned) names.push('IfMatch')
  if (reply_headers?.includes('ETag')) names.push('IfNoneMatch')
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

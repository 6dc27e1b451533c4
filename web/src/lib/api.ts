// The API client, typed by the contract's endpoint rows. All requests go through it.
import type { Endpoint } from '@cairn/contract/api/common'
import type { ErrorCode } from '@cairn/contract/api/errors'
import type { z } from 'zod'
import { editedPlan, reportChange, trackWrite } from './changes.ts'
import { reportReached, reportUnreachable, suspectIfSlow } from './connection.ts'
import { hasDrafts } from './drafts.ts'
import { takeEarly } from './earlyRequests.ts'
import { idempotencyFor } from './idempotency.ts'
import { clearSession, getSession } from './session.ts'

const API_BASE = '/api'
/** Timeout of every call except uploads. */
const API_TIMEOUT_MS = 30_000

/** The API's error codes, and the client's own: no reply, no JSON, or a proxy's error. */
type FailureCode = ErrorCode | 'network' | 'interrupted' | 'invalid_reply' | `http_${number}`

/** A failed call. `status` 0 means no reply. `message` is for people, `code` for programs. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: FailureCode
  readonly details: unknown

  constructor(status: number, code: FailureCode, message: string, details?: unknown) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

const ENDED = 'Your session has ended. Sign in again to continue.'

type Values = Readonly<Record<string, string>>
type Part<Schema, Key extends string> = Schema extends z.ZodType
  ? undefined extends z.input<Schema>
    ? { [K in Key]?: z.input<Schema> }
    : { [K in Key]: z.input<Schema> }
  : unknown
type Of<E extends Endpoint, Key extends 'params' | 'query' | 'body' | 'reply'> = E extends { [K in Key]: infer Schema }
  ? Schema
  : undefined

/** The input of an endpoint: `params`, `query` and `body` if its row has them. */
export type CallInput<E extends Endpoint> = Part<Of<E, 'params'>, 'params'> &
  Part<Of<E, 'query'>, 'query'> &
  Part<Of<E, 'body'>, 'body'> & {
    signal?: AbortSignal
    /** Kept by the caller, so that a retry after a reload creates nothing twice. */
    idempotencyKey?: string
  }

export type CallReply<E extends Endpoint> = Of<E, 'reply'> extends z.ZodType ? z.output<Of<E, 'reply'>> : undefined

/** The input is optional if none of it is required. */
type Args<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

/**
 * Calls an endpoint and returns its reply. Throws an `ApiError`. A 401 also clears the session that was sent, which
 * redirects to /login. Sign-in sends none, so its errors stay on the screen.
 */
export async function call<E extends Endpoint>(endpoint: E, ...args: Args<E>): Promise<CallReply<E>> {
  return (await callWithHeaders(endpoint, ...args)).reply
}

/** Like `call`, but also returns the headers, which hold the totals of lists. */
export function callWithHeaders<E extends Endpoint>(
  endpoint: E,
  ...args: Args<E>
): Promise<{ reply: CallReply<E>; headers: Headers }> {
  const answer = request(endpoint, ...args)
  const planId = editedPlan(endpoint, (args[0] as { params?: Values } | undefined)?.params)
  return planId === undefined ? answer : trackWrite(planId, answer)
}

async function request<E extends Endpoint>(
  endpoint: E,
  ...[input]: Args<E>
): Promise<{ reply: CallReply<E>; headers: Headers }> {
  const signal = input?.signal
  const timeout = AbortSignal.timeout(API_TIMEOUT_MS)
  const { params, body } = (input ?? {}) as { params?: Values; body?: unknown }
  const key = input?.idempotencyKey
  const attempt = key ? null : idempotencyFor(endpoint, apiUrl(endpoint, params), body)
  try {
    const response = await send(endpoint, input, {
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      headers: key ? { 'idempotency-key': key } : (attempt?.headers ?? {}),
    })
    const reply = (await readReply(response)) as CallReply<E>
    attempt?.answered()
    return { reply, headers: response.headers }
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) attempt?.answered()
    if (error instanceof ApiError || signal?.aborted) throw error
    throw unanswered(error, timeout.aborted)
  }
}

/** Returns the cursor of the next page, or undefined on the last page. */
export const nextCursor = (headers: Headers): string | undefined =>
  /[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(headers.get('link') ?? '')?.[1]

/** Sends a call as the signed-in user and returns the unread response. Throws an `ApiError` for an error status. */
export async function send(
  endpoint: Endpoint,
  input: object | undefined,
  { signal, headers: extra = {} }: { signal: AbortSignal; headers?: Values },
): Promise<Response> {
  const { params, query, body } = (input ?? {}) as { params?: Values; query?: object; body?: unknown }
  const url = apiUrl(endpoint, params, query)
  const token = sendsSession(endpoint) ? getSession()?.access_token : undefined
  const headers = new Headers({ accept: 'application/json', ...extra })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (body !== undefined) headers.set('content-type', 'application/json')
  const early = endpoint.method === 'GET' ? takeEarly(url, token) : undefined
  const response = await suspectIfSlow(
    early ??
      fetch(url, {
        method: endpoint.method,
        headers,
        signal,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  )
  reportReached()
  if (response.ok) {
    if (endpoint.method !== 'GET') reportChange(endpoint, params, response.headers)
    return response
  }
  if (response.status === 401) forgetSession(token)
  throw refusal(response.status, await readReply(response))
}

/** Returns the error for a missing or incomplete reply, and reports the server as unreachable. */
export function unanswered(error: unknown, isLate: boolean): ApiError {
  reportUnreachable(isLate ? 'silent' : 'offline')
  return isLate
    ? new ApiError(0, 'timeout', 'The server took too long to respond. Please try again.')
    : new ApiError(0, 'network', 'Cannot reach the server. Check your connection and try again.', error)
}

/** Returns the URL of an endpoint with its parameters. */
export function apiUrl(endpoint: Endpoint, params: Values = {}, query: object = {}): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(key, String(value))
  }
  return `${API_BASE}${path}${search.size > 0 ? `?${search}` : ''}`
}

/** What a proxy refuses, which has no words of ours. */
const REFUSALS: Partial<Record<number, string>> = {
  413: 'This is too large for the server.',
  429: 'Too many requests. Please try again later.',
}
const wordsFor = (status: number): string =>
  REFUSALS[status] ??
  (status >= 500 ? 'The server has a problem. Please try again later.' : `The server responded with status ${status}.`)

/** Takes the message from the reply's `error` or its `message`, otherwise from the status. */
export function refusal(status: number, reply: unknown): ApiError {
  const body = (typeof reply === 'object' && reply !== null ? reply : {}) as Record<string, unknown>
  const message = [body.error, body.message].find((text) => typeof text === 'string' && text !== '')
  const code = typeof body.code === 'string' ? (body.code as ErrorCode) : (`http_${status}` as const)
  return new ApiError(status, code, String(message ?? wordsFor(status)), body.details)
}

/** Clears the rejected session, but not one that replaced it during the call. */
export function forgetSession(refusedToken: string | undefined): void {
  if (refusedToken && getSession()?.access_token === refusedToken)
    clearSession({ byChoice: false, saying: hasDrafts() ? `${ENDED} Your text is kept.` : ENDED })
}

/** Returns the message of a failed call, or `fallback` for any other error. */
export const messageOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.message ? error.message : fallback

/** Public endpoints that still send the session: logout ends it, and email verification checks its user. */
const PUBLIC_WITH_SESSION = new Set(['/auth/logout', '/auth/verify-email'])
const sendsSession = ({ access, path }: Endpoint): boolean => access !== 'public' || PUBLIC_WITH_SESSION.has(path)

async function readReply(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    if (response.ok) throw new ApiError(response.status, 'invalid_reply', 'Invalid response from server')
    return undefined // A proxy's error page. The status is enough.
  }
}

// The one way to the API: typed by the contract's endpoint rows.
import type { Endpoint } from '@cairn/contract/api/common'
import type { ErrorCode } from '@cairn/contract/api/errors'
import type { z } from 'zod'
import { reportReached, reportUnreachable } from './connection.ts'
import { hasDrafts } from './drafts.ts'
import { takeEarly } from './earlyRequests.ts'
import { startAttempt } from './sendOnce.ts'
import { clearSession, getSession } from './session.ts'

const API_BASE = '/api'
/** Every call but an upload ends after this long (point 9). */
const API_TIMEOUT_MS = 30_000

/** What the API says, and what is said in its place: no reply came, it was no JSON, or it came from a proxy. */
type FailureCode = ErrorCode | 'network' | 'interrupted' | 'invalid_reply' | `http_${number}`

/** A call that failed. `status` 0 means that no reply came; `message` is a sentence for people, `code` is for programs. */
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

/** What one endpoint takes: `params`, `query` and `body` where its row has them. */
export type CallInput<E extends Endpoint> = Part<Of<E, 'params'>, 'params'> &
  Part<Of<E, 'query'>, 'query'> &
  Part<Of<E, 'body'>, 'body'> & { signal?: AbortSignal }

export type CallReply<E extends Endpoint> = Of<E, 'reply'> extends z.ZodType ? z.output<Of<E, 'reply'>> : undefined

/** The input may be left out where nothing in it is required. */
type Args<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

/**
 * Calls an endpoint and answers its reply. Throws an `ApiError`. A 401 also forgets the session that was sent, which takes
 * the app to /login; a refused sign-in sends none, so its message stays on the screen.
 */
export async function call<E extends Endpoint>(endpoint: E, ...args: Args<E>): Promise<CallReply<E>> {
  return (await callWithHeaders(endpoint, ...args)).reply
}

/** Like `call`, for the lists whose totals come as headers. */
export async function callWithHeaders<E extends Endpoint>(
  endpoint: E,
  ...[input]: Args<E>
): Promise<{ reply: CallReply<E>; headers: Headers }> {
  const signal = input?.signal
  const timeout = AbortSignal.timeout(API_TIMEOUT_MS)
  const { params, body } = (input ?? {}) as { params?: Values; body?: unknown }
  const attempt = startAttempt(endpoint, apiUrl(endpoint, params), body)
  try {
    const response = await send(endpoint, input, {
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      headers: attempt?.headers ?? {},
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

/** Where the next page of a list begins; undefined on the last one. */
export const nextCursor = (headers: Headers): string | undefined =>
  /[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(headers.get('link') ?? '')?.[1]

/** Sends a call as whoever is signed in and answers the response of a success, its body unread. Throws an `ApiError` for a refusal, else what `fetch` throws. */
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
  const response = await (early ??
    fetch(url, {
      method: endpoint.method,
      headers,
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }))
  reportReached()
  if (response.ok) return response
  if (response.status === 401) forgetSession(token)
  throw refusal(response.status, await readReply(response), response.statusText)
}

/** Why no reply came, or not all of it. */
export function unanswered(error: unknown, isLate: boolean): ApiError {
  reportUnreachable()
  return isLate
    ? new ApiError(0, 'timeout', 'The server took too long to answer. Please try again.')
    : new ApiError(0, 'network', 'Cannot reach the server. Check your connection and try again.', error)
}

/** The address of an endpoint, with its parameters filled in. */
export function apiUrl(endpoint: Endpoint, params: Values = {}, query: object = {}): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(key, String(value))
  }
  return `${API_BASE}${path}${search.size > 0 ? `?${search}` : ''}`
}

/** The reply's `error`, else its `message`, else what the transport says (point 8). */
export function refusal(status: number, reply: unknown, statusText: string): ApiError {
  const body = (typeof reply === 'object' && reply !== null ? reply : {}) as Record<string, unknown>
  const message = [body.error, body.message, statusText].find((text) => typeof text === 'string' && text !== '')
  const code = typeof body.code === 'string' ? (body.code as ErrorCode) : (`http_${status}` as const)
  return new ApiError(status, code, String(message ?? `The server answered ${status}.`), body.details)
}

/** The session may have been renewed while a call was under way: only the one that was refused is forgotten. */
export function forgetSession(refusedToken: string | undefined): void {
  if (refusedToken && getSession()?.access_token === refusedToken)
    clearSession({ byChoice: false, saying: hasDrafts() ? `${ENDED} Your text is kept.` : ENDED })
}

/** The sentence for a failure of any kind; `fallback` for what is no failed call. */
export const messageOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.message ? error.message : fallback

/** Public calls need nobody, but a logout says whose session ends, and the session proves whose address a link verifies. */
const PUBLIC_WITH_SESSION = new Set(['/auth/logout', '/auth/verify-email'])
const sendsSession = ({ access, path }: Endpoint): boolean => access !== 'public' || PUBLIC_WITH_SESSION.has(path)

async function readReply(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    if (response.ok) throw new ApiError(response.status, 'invalid_reply', 'Invalid response from server')
    return undefined // a proxy's error page: the status says enough
  }
}

import type { ErrorCode } from '@cairn/contract/api/errors'

/** An expected failure the caller may see. Anything else that is thrown is a bug and becomes a 500. */
export class AppError extends Error {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 502 | 503 | 507
  readonly code: ErrorCode
  readonly details?: unknown
  /** Seconds after which it may be tried again. */
  readonly retryAfter?: number
  /** The ids of the rows that are the reason, so that a call about many can name them. */
  readonly about?: readonly string[]
  constructor(
    status: AppError['status'],
    code: ErrorCode,
    message: string,
    more: { details?: unknown; retryAfter?: number; about?: readonly string[] } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = more.details
    this.retryAfter = more.retryAfter
    this.about = more.about
  }
}

/** The same for what is missing and for what is not yours. */
export const notFound = (what: string, about?: readonly string[]): AppError =>
  new AppError(404, `${what.toLowerCase().replaceAll(' ', '_')}_not_found`, `${what} not found`, { about })

/** No credential, or one that is no longer valid. */
export const notSignedIn = (): AppError => new AppError(401, 'not_signed_in', 'Please sign in.')

export const forbidden = (message: string, details?: unknown): AppError =>
  new AppError(403, 'forbidden', message, { details })

export const conflict = (code: ErrorCode, message: string, details?: unknown, about?: readonly string[]): AppError =>
  new AppError(409, code, message, { details, about })

/** The reply's `Allow` header says which methods there are. */
export const methodNotAllowed = (): AppError =>
  new AppError(405, 'method_not_allowed', 'This path does not support this method.')

/** A wrong field; `path` is its name in the body or the query. */
export const invalid = (path: string, message: string): AppError =>
  new AppError(400, 'invalid_input', message, { details: [{ path, message }] })

const MEGABYTE = 1024 * 1024

export const fileTooLarge = (maxBytes: number): AppError =>
  new AppError(413, 'too_large', `The file is too large. The limit is ${Math.floor(maxBytes / MEGABYTE)} MB.`)

export const tooManyRequests = (retryAfter: number): AppError =>
  new AppError(429, 'rate_limited', 'Too many requests. Please try again later.', { retryAfter })

/** Seconds after which it is worth asking again while the database is away. */
export const UNAVAILABLE_RETRY_S = 2

/** Whether the database is unavailable, which is logged once per outage and not per failure. */
export const isUnavailable = (error: unknown): boolean => error instanceof AppError && error.code === 'unavailable'

export const overloaded = (): AppError =>
  new AppError(503, 'overloaded', 'The server is busy. Please try again in a moment.', { retryAfter: 1 })

export const storageFull = (): AppError =>
  new AppError(507, 'storage_full', 'Storage is full, so nothing was saved. You can still read your plans.', {
    retryAfter: 60,
  })

/** A start that must not go on; the message is the one line that the person who starts the server reads. */
export class OperatorError extends Error {}

import type { ErrorCode } from '@cairn/contract/api/errors'
import { MEGABYTE } from './units.ts'

/** An expected failure that the caller may see. Any other error is a bug and becomes a 500. */
export class AppError extends Error {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 426 | 429 | 502 | 503 | 507
  readonly code: ErrorCode
  readonly details?: unknown
  /** Seconds after which a retry is useful. */
  readonly retryAfter?: number
  /** The ids of the rows that caused it, so a bulk call can name them. */
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

/** The same for missing things and for those the caller cannot access. */
export const notFound = (what: string, about?: readonly string[]): AppError =>
  new AppError(404, `${what.toLowerCase().replaceAll(' ', '_')}_not_found`, `${what} not found`, { about })

/** No credential, or one that is no longer valid. */
export const notSignedIn = (): AppError => new AppError(401, 'not_signed_in', 'Please sign in.')

export const forbidden = (message: string, details?: unknown): AppError =>
  new AppError(403, 'forbidden', message, { details })

export const conflict = (code: ErrorCode, message: string, details?: unknown, about?: readonly string[]): AppError =>
  new AppError(409, code, message, { details, about })

/** The reply's `Allow` header lists the methods. */
export const methodNotAllowed = (): AppError =>
  new AppError(405, 'method_not_allowed', 'This path does not support this method.')

/** The token or app may do less than the call needs. */
export const scopeRefused = (scope: string): AppError =>
  forbidden(`This requires a token with the "${scope}" scope.`, { scope })

export const isScopeRefusal = ({ details }: AppError): boolean =>
  (details as { scope?: string } | undefined)?.scope !== undefined

/** An invalid field; `path` is its name in the body or the query. */
export const invalid = (path: string, message: string): AppError =>
  new AppError(400, 'invalid_input', message, { details: [{ path, message }] })

export const fileTooLarge = (maxBytes: number): AppError =>
  new AppError(413, 'too_large', `The file is too large. The limit is ${Math.floor(maxBytes / MEGABYTE)} MB.`)

export const tooManyRequests = (retryAfter: number): AppError =>
  new AppError(429, 'rate_limited', 'Too many requests. Please try again later.', { retryAfter })

/** Seconds until a retry while the database is unavailable. */
export const UNAVAILABLE_RETRY_S = 2

/** Whether the database is unavailable, which is logged once per outage and not per failure. */
export const isUnavailable = (error: unknown): boolean => error instanceof AppError && error.code === 'unavailable'

/** Seconds until a retry while the files are unavailable. */
const FILES_RETRY_S = 10

export const overloaded = (): AppError =>
  new AppError(503, 'overloaded', 'The server is busy. Please try again in a moment.', { retryAfter: 1 })

/** Whether a file could not be written because the disk or the quota is full. */
export const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Whether the process or the system has no file descriptor left, which passes. */
export const isOutOfFiles = (error: unknown): boolean =>
  ['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Uploads are kept elsewhere, and that place cannot be used. */
export const filesUnavailable = (cause: unknown): AppError => {
  const error = new AppError(503, 'files_unavailable', 'Uploaded files are unavailable. Please try again later.', {
    retryAfter: FILES_RETRY_S,
  })
  error.cause = cause
  return error
}

export const storageFull = (): AppError =>
  new AppError(507, 'storage_full', 'Storage is full, so nothing was saved. You can still read your plans.', {
    retryAfter: 60,
  })

/** An error for the operator: its message is one line with the remedy. Thrown at start and for invalid arguments. */
export class OperatorError extends Error {}

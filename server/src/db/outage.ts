// How an outage of PostgreSQL is told from a failed statement.
import { AppError, UNAVAILABLE_RETRY_S } from '../base/errors.ts'

/**
 * Classes of SQLSTATE: 08 connection, 57P shutdown, 53300 too many connections, 25P03 and 57P05 idle too long, 25006 a
 * standby.
 */
const AWAY_STATES = /^(08...|57P0[1-5]|53300|25P03|25006)$/
const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])
/** The driver gives these no code. */
const AWAY_TEXTS =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired)/

/** PostgreSQL ends the session of an idle transaction: it was never committed. */
export const IDLE_TOO_LONG = '25P03'

export const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')

/** Whether the connection broke or none was available, so the statement is not at fault. */
export function isAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isAway)
  const code = codeOf(error)
  return AWAY_STATES.test(code) || AWAY_CODES.has(code) || AWAY_TEXTS.test((error as Error | null)?.message ?? '')
}

/** The database is unavailable: nothing was done, and it may be retried. */
export class Unavailable extends AppError {
  constructor(cause: unknown, message = 'The database cannot be reached. Please try again in a moment.') {
    super(503, 'unavailable', message, { retryAfter: UNAVAILABLE_RETRY_S })
    this.cause = cause
  }
}

// What an operator reads when a program cannot go on: one line, except for bugs.
import { OperatorError } from './errors.ts'

interface SystemError extends Error {
  /** Of Node and PostgreSQL: `ENOSPC`, `42501`. */
  code?: unknown
  /** Of SQLite. */
  errcode?: unknown
}

/** One line for errors of the operating system and the databases, such as a full disk; the stack for bugs. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof OperatorError) return error.message
  const { code, errcode, message } = error as SystemError
  const isExpected = errcode !== undefined || (typeof code === 'string' && !code.startsWith('ERR_'))
  return isExpected ? (message.split('\n', 1)[0] ?? message) : (error.stack ?? message)
}

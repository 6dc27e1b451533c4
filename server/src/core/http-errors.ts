// Every failure becomes the one error body of the API; nothing of a stack, of SQL or of a path leaves the server.

import type { ErrorBody } from '@cairn/contract/api/common'
import type { FastifyReply } from 'fastify'
import { ZodError } from 'zod'
import { AppError, notFound } from './errors.ts'

/** The codes for what the HTTP layer itself refuses; the sentences are ours. */
const BY_STATUS: Record<number, [AppError['status'], string, string]> = {
  400: [400, 'invalid_input', 'The request is malformed.'],
  413: [413, 'too_large', 'The request is too large.'],
  415: [415, 'unsupported_media_type', 'The content type is not supported.'],
  429: [429, 'rate_limited', 'Too many requests. Please try again later.'],
}

interface HttpError {
  statusCode?: number
  validationContext?: string
}

/** The expected failure that `error` is; null for a bug. */
export function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  const { statusCode, validationContext } = error as HttpError
  if (error instanceof ZodError && validationContext) return fromShape(error, validationContext)
  if (statusCode === undefined || statusCode < 400 || statusCode >= 500) return null
  const [status, code, message] = BY_STATUS[statusCode] ?? [400, 'invalid_input', 'The request is malformed.']
  return new AppError(status, code, message)
}

/** A malformed id in the path is as unknown as any other; a wrong field is named. */
function fromShape(error: ZodError, where: string): AppError {
  const [first] = error.issues
  if (where === 'params') return notFound(nounOf(String(first?.path[0] ?? '')))
  const details = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return new AppError(400, 'invalid_input', first?.message ?? 'The request is malformed.', { details })
}

/** `planId` is about a Plan. */
const nounOf = (param: string): string => {
  const noun = param.replace(/Id$/, '')
  return noun === '' ? 'Endpoint' : noun[0]?.toUpperCase() + noun.slice(1)
}

export function sendError(reply: FastifyReply, error: unknown): FastifyReply {
  const expected = toAppError(error)
  if (!expected) {
    reply.log.error({ err: error, method: reply.request.method, url: reply.request.url }, 'unexpected error')
    return reply.status(500).send({ error: 'Something went wrong.', code: 'internal' } satisfies ErrorBody)
  }
  // Fastify closes the connection under a body that is too large, and many clients then lose the answer. The rest is read and
  // dropped instead, for as long as limitSlowBodies allows.
  if (expected.status === 413) reply.removeHeader('connection')
  if (expected.retryAfter !== undefined) reply.header('retry-after', expected.retryAfter)
  return reply
    .status(expected.status)
    .send({ error: expected.message, code: expected.code, details: expected.details } satisfies ErrorBody)
}

// Every failure becomes the one error body of the API, without a stack, SQL or a path of the server.

import type { ErrorBody } from '@cairn/contract/api/common'
import type { ErrorCode } from '@cairn/contract/api/errors'
import type { FastifyReply } from 'fastify'
import { ZodError } from 'zod'
import { AppError, isOutOfFiles, notFound, overloaded } from '../base/errors.ts'
import { fieldErrors } from '../base/field-errors.ts'

/** The codes for errors of the HTTP layer, with our own messages. */
const BY_STATUS: Record<number, [AppError['status'], ErrorCode, string]> = {
  400: [400, 'invalid_input', 'The request is malformed.'],
  413: [413, 'too_large', 'The request is too large.'],
  415: [415, 'unsupported_media_type', 'The content type is not supported.'],
  429: [429, 'rate_limited', 'Too many requests. Please try again later.'],
}

export const INVALID_JSON = 'FST_ERR_CTP_INVALID_JSON_BODY'

interface HttpError {
  statusCode?: number
  code?: string
  validationContext?: string
}

/** The expected failure for `error`; null for a bug. */
export function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (isOutOfFiles(error)) return overloaded()
  const { statusCode, code: cause, validationContext } = error as HttpError
  if (error instanceof ZodError && validationContext) return fromShape(error, validationContext)
  if (statusCode === undefined || statusCode < 400 || statusCode >= 500) return null
  if (cause === INVALID_JSON) return new AppError(400, 'invalid_input', 'The body is not valid JSON.')
  const [status, code, message] = BY_STATUS[statusCode] ?? [400, 'invalid_input', 'The request is malformed.']
  return new AppError(status, code, message)
}

/** A malformed id in the path is 404 like an unknown one; any other invalid field is named. */
function fromShape(error: ZodError, where: string): AppError {
  const [first] = error.issues
  if (where === 'params') return notFound(nounOf(String(first?.path[0] ?? '')))
  if (where === 'body' && first?.path.length === 0 && first.code === 'invalid_type')
    return new AppError(400, 'invalid_input', 'The body must be a JSON object.')
  // Only queries reject unknown keys.
  const details = fieldErrors(error, 'query parameter')
  return new AppError(400, 'invalid_input', details[0]?.message ?? 'The request is malformed.', { details })
}

/** `planId` is about a Plan. */
const nounOf = (param: string): string => {
  const noun = param.replace(/Id$/, '')
  return noun === '' ? 'Endpoint' : noun[0]?.toUpperCase() + noun.slice(1)
}

/** The error body of a failure. Bugs are logged, and their body has the id of the log line. */
export function errorBody({ log, request }: FastifyReply, error: unknown): ErrorBody {
  const expected = toAppError(error)
  if (expected) {
    const body = { error: expected.message, code: expected.code, details: expected.details }
    return expected.status < 500 ? body : { ...body, request_id: request.id }
  }
  const { id: request_id, method, routeOptions } = request
  log.error({ err: error, request_id, method, route: routeOptions?.url ?? null }, 'unexpected error')
  return { error: 'Something went wrong.', code: 'internal', request_id }
}

export const sendError = (reply: FastifyReply, error: unknown): FastifyReply => reply.send(prepareError(reply, error))

/** Sets the status and the headers of a failure. Returns its body. */
export function prepareError(reply: FastifyReply, error: unknown): ErrorBody {
  const expected = toAppError(error)
  const body = errorBody(reply, error)
  reply.status(expected?.status ?? 500)
  if (!expected) return body
  if (expected.status === 401) {
    const isRejected = reply.request.headers.authorization !== undefined
    reply.header('www-authenticate', isRejected ? 'Bearer error="invalid_token"' : 'Bearer')
  }
  // Fastify closes the connection when a body is too large, and many clients then lose the reply. The rest is read and
  // discarded instead, as long as limitSlowBodies allows.
  if (expected.status === 413) reply.removeHeader('connection')
  if (expected.retryAfter !== undefined) reply.header('retry-after', expected.retryAfter)
  return body
}

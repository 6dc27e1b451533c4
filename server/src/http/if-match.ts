import type { FastifyRequest } from 'fastify'
import { invalid } from '../base/errors.ts'

const MATCH = /^(?:W\/)?"?(\d{1,15})"?$/

/** Copies the version of an `If-Match` header into the body. `*` is any version. 400 for anything else. */
export function acceptIfMatch(request: FastifyRequest): void {
  const header = request.headers['if-match']?.trim()
  if (header === undefined || header === '*') return
  const version = Number(MATCH.exec(header)?.[1] ?? Number.NaN)
  if (Number.isNaN(version)) throw invalid('If-Match', 'If-Match must be the version of the row, like "3"')
  const body = request.body ?? {}
  if (typeof body !== 'object' || Array.isArray(body)) return
  const { expected_version = version } = body as { expected_version?: unknown }
  if (expected_version !== version && expected_version !== null)
    throw invalid('If-Match', 'If-Match and expected_version must be the same')
  request.body = { ...body, expected_version: version }
}

import type { FastifyRequest } from 'fastify'
import { invalid } from '../base/errors.ts'

const MATCH = /^(?:W\/)?"?(\d{1,15})"?$/

/** Copies the version of an `If-Match` header into the body. `*` is any version. 400 for anything else. */
export function acceptIfMatch(request: FastifyRequest): void {
  const version = versionIn(request)
  if (version === undefined) return
  const body = request.body ?? {}
  if (typeof body !== 'object' || Array.isArray(body)) return
  const { expected_version = version } = body as { expected_version?: unknown }
  if (expected_version !== version && expected_version !== null)
    throw invalid('If-Match', 'If-Match and expected_version must be the same')
  request.body = { ...body, expected_version: version }
}

/** 400 for a version in a call that cannot check one, because ignoring it would overwrite what it guards. */
export function refuseVersion(request: FastifyRequest): void {
  if (versionIn(request) !== undefined) throw invalid('If-Match', `If-Match is not supported here. ${INSTEAD}`)
  const { expected_version } = (request.body ?? {}) as { expected_version?: unknown }
  if (expected_version !== undefined && expected_version !== null)
    throw invalid('expected_version', `expected_version is not supported here. ${INSTEAD}`)
}

const INSTEAD = 'Send it without a version, or with what the reference names for this call.'

/** The version of the header; `undefined` without one and for `*`. */
function versionIn(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match']?.trim()
  if (header === undefined || header === '*') return undefined
  const version = Number(MATCH.exec(header)?.[1] ?? Number.NaN)
  if (Number.isNaN(version)) throw invalid('If-Match', 'If-Match must be the version of the row, like "3"')
  return version
}

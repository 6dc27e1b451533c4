/** The error codes of RFC 6749, 7591 and 8707 that this server uses. */
export type OauthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'temporarily_unavailable'

/** A failure of the OAuth endpoints, in their own form: `{ error, error_description }`. */
export class OauthError extends Error {
  readonly code: OauthErrorCode
  readonly status: 400 | 401
  constructor(code: OauthErrorCode, description: string) {
    super(description)
    this.code = code
    this.status = code === 'invalid_client' ? 401 : 400
  }
}

/** A value of a form or a query; undefined without one. RFC 6749 forbids repeating parameters. */
export function parameter(from: URLSearchParams, name: string): string | undefined {
  const values = from.getAll(name)
  if (values.length > 1) throw new OauthError('invalid_request', `${name} must not be repeated`)
  return values[0] || undefined
}

export function requiredParameter(from: URLSearchParams, name: string): string {
  const value = parameter(from, name)
  if (value === undefined) throw new OauthError('invalid_request', `${name} is required`)
  return value
}

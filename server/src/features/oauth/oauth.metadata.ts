// The documents in which clients find the endpoints (RFC 8414, RFC 9728).
import { APP_SCOPES } from '@cairn/contract/api/apps'
import type { OauthResource } from '../../db/schema.ts'

export const OAUTH_PATHS = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  server: '/.well-known/oauth-authorization-server',
  resource: '/.well-known/oauth-protected-resource',
} as const

/** With which apps may sign assertions. */
export const SIGNING_ALGORITHMS = ['ES256', 'ES384', 'EdDSA', 'Ed25519', 'PS256', 'RS256'] as const

export const resourceUrl = (publicUrl: string, resource: OauthResource): string => `${publicUrl}/${resource}`

/** The resource that a URL names; a trailing slash and the case of the host do not matter. Null for any other. */
export function resourceOf(publicUrl: string, url: string): OauthResource | null {
  const plain = (text: string) => (URL.canParse(text) ? new URL(text).href.replace(/\/$/, '') : text)
  if (plain(url) === plain(resourceUrl(publicUrl, 'mcp'))) return 'mcp'
  return plain(url) === plain(resourceUrl(publicUrl, 'api')) ? 'api' : null
}

/** RFC 8414. */
export const serverMetadata = (publicUrl: string) => ({
  issuer: publicUrl,
  authorization_endpoint: publicUrl + OAUTH_PATHS.authorize,
  token_endpoint: publicUrl + OAUTH_PATHS.token,
  registration_endpoint: publicUrl + OAUTH_PATHS.register,
  revocation_endpoint: publicUrl + OAUTH_PATHS.revoke,
  scopes_supported: Object.values(APP_SCOPES),
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
  token_endpoint_auth_signing_alg_values_supported: SIGNING_ALGORITHMS,
  revocation_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
  revocation_endpoint_auth_signing_alg_values_supported: SIGNING_ALGORITHMS,
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  protected_resources: [resourceUrl(publicUrl, 'mcp'), resourceUrl(publicUrl, 'api')],
})

/** RFC 9728. Assistants ask for every scope listed here, so the widest one is not listed for them. */
export const resourceMetadata = (publicUrl: string, resource: OauthResource) => ({
  resource: resourceUrl(publicUrl, resource),
  authorization_servers: [publicUrl],
  scopes_supported: resource === 'mcp' ? [APP_SCOPES.read, APP_SCOPES.write] : Object.values<string>(APP_SCOPES),
  bearer_methods_supported: ['header'],
  resource_name: 'Cairn',
})

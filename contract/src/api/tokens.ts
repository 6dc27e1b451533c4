import { z } from 'zod'
import { TOKEN_SCOPES } from '../rules/permissions.ts'
import { CurrentPassword } from './auth.ts'
import { type Api, Id, isReadable, LIMITS, orEmpty, requiredText, Timestamp, timeInput } from './common.ts'
import { CREDENTIAL_LIMITS, SHOWN_LIMITS } from './credentialLimits.ts'

const Permissions = z
  .array(
    z.enum(TOKEN_SCOPES, { error: `permissions must be any of ${TOKEN_SCOPES.join(', ')}` }),
    'permissions must be a list',
  )
  .max(TOKEN_SCOPES.length, 'permissions must have at most three entries')

/** A listed token: without its secret, of which only the hash is stored. */
export const ApiToken = z.object({
  id: Id,
  name: z.string(),
  prefix: z.string(),
  permissions: z.array(z.enum(TOKEN_SCOPES)),
  created_at: Timestamp,
  last_used: Timestamp.nullable(),
  expires_at: Timestamp.nullable(),
  ...SHOWN_LIMITS,
})
export type ApiToken = z.infer<typeof ApiToken>

/** Of one account. */
export const TOKENS_MAX = 100

export const tokensApi = {
  list: {
    method: 'GET',
    path: '/auth/token',
    summary: 'Your API tokens, newest first',
    access: 'account.secure',
    reply: z.array(ApiToken),
  },
  create: {
    method: 'POST',
    path: '/auth/token',
    summary:
      'Create an API token; its string is shown this once. The scope admin needs the password when the session is older than 15 minutes',
    access: 'account.secure',
    body: z.object({
      name: requiredText('Name', LIMITS.name).refine(isReadable, 'Name contains invalid characters'),
      permissions: orEmpty(Permissions)
        .nullish()
        .transform((list) => (list && list.length > 0 ? list : (['read'] as const))),
      expires_at: orEmpty(timeInput('expires_at'))
        .nullish()
        .transform((time) => time || null),
      ...CREDENTIAL_LIMITS,
      password: CurrentPassword.nullish(),
    }),
    reply: ApiToken.extend({ token: z.string() }),
    status: 201,
    refusals: [404, 409],
  },
  setLimits: {
    method: 'PUT',
    path: '/auth/token/:tokenId/limits',
    summary: 'Replace the limits of a token; takes effect immediately. What counts in this hour stays',
    access: 'account.secure',
    params: z.object({ tokenId: Id }),
    body: z.object(CREDENTIAL_LIMITS),
    reply: ApiToken,
  },
  revoke: {
    method: 'DELETE',
    path: '/auth/token/:tokenId',
    summary: 'Revoke a token; takes effect immediately, also on live connections',
    access: 'account.secure',
    params: z.object({ tokenId: Id }),
  },
  debug: {
    method: 'GET',
    path: '/debug/tokens',
    summary: 'Your API tokens without secrets, for troubleshooting',
    access: 'account.secure',
    reply: z.array(ApiToken),
  },
} as const satisfies Api

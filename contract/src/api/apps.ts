// Connected apps: assistants that a person let into their plans with OAuth, and the consent to it. The OAuth endpoints
// for the apps themselves follow the RFCs and are not part of this API.
import { z } from 'zod'
import { scopeAllows, TOKEN_SCOPES, type TokenScope } from '../rules/permissions.ts'
import { CurrentPassword } from './auth.ts'
import { type Api, Id, Timestamp } from './common.ts'
import { CREDENTIAL_LIMITS, SHOWN_LIMITS } from './credentialLimits.ts'

/** The OAuth scope for each token scope. */
export const APP_SCOPES = {
  read: 'plans:read',
  write: 'plans:write',
  admin: 'plans:admin',
} as const satisfies Record<TokenScope, string>

/** The scope with those that it includes, as tokens and challenges name them. */
export const scopesUpTo = (scope: TokenScope): string =>
  TOKEN_SCOPES.filter((one) => scopeAllows(scope, one))
    .map((one) => APP_SCOPES[one])
    .join(' ')

const QUERY_MAX = 8_000
const REQUEST_MAX = 16_000

const IconUrl = z.string().nullable().describe('Its icon on this server; null: it has none, or no host vouches for it')

/** What the person is asked. */
export const AppRequest = z.object({
  request: z.string().describe('Signed; the decision sends it back within 10 minutes'),
  name: z.string(),
  host: z.string().nullable().describe('The host that vouches for the app; null: the name is unverified'),
  icon_url: IconUrl,
  scope: z.enum(TOKEN_SCOPES).describe('The widest requested scope'),
  redirect_host: z.string().describe('Where the answer is sent'),
  local: z.boolean().describe('Whether that is a program on the computer of the person'),
})
export type AppRequest = z.infer<typeof AppRequest>

export const ConnectedApp = z.object({
  id: Id,
  name: z.string(),
  host: z.string().nullable().describe('The host that vouches for the app; null: the name is unverified'),
  icon_url: IconUrl,
  redirect_host: z.string(),
  scope: z.enum(TOKEN_SCOPES),
  ...SHOWN_LIMITS,
  changes: z.int().describe('How many calls have changed something in a plan'),
  created_at: Timestamp,
  last_used: Timestamp.nullable(),
})
export type ConnectedApp = z.infer<typeof ConnectedApp>

/** Of one account. */
export const APPS_MAX = 100

export const appsApi = {
  request: {
    method: 'POST',
    path: '/auth/apps/requests',
    summary: 'Check the authorization request of an app: who asks, for what, and where the answer is sent',
    access: 'account.secure',
    body: z.object({
      query: z
        .string('query must be a string')
        .max(QUERY_MAX, `query must be at most ${QUERY_MAX.toLocaleString('en-US')} characters`)
        .describe('The query of the authorization URL, as the app sent it'),
    }),
    reply: AppRequest,
    refusals: [400],
  },
  decide: {
    method: 'POST',
    path: '/auth/apps/decisions',
    summary:
      'Allow or deny the request of an app; the scope admin needs the password in a session older than 15 minutes',
    access: 'account.secure',
    body: z.object({
      request: z
        .string('request must be a string')
        .max(REQUEST_MAX, `request must be at most ${REQUEST_MAX.toLocaleString('en-US')} characters`),
      allow: z.boolean('allow must be true or false'),
      scope: z
        .enum(TOKEN_SCOPES, { error: `scope must be one of ${TOKEN_SCOPES.join(', ')}` })
        .default('read')
        .describe('At most the requested one'),
      ...CREDENTIAL_LIMITS,
      password: CurrentPassword.nullish(),
    }),
    reply: z.object({ redirect_to: z.string().describe('Open it to return to the app') }),
    refusals: [400, 403, 404, 409],
  },
  list: {
    method: 'GET',
    path: '/auth/apps',
    summary: 'Your connected apps, newest first',
    access: 'account.secure',
    reply: z.array(ConnectedApp),
  },
  setLimits: {
    method: 'PUT',
    path: '/auth/apps/:appId/limits',
    summary: 'Replace the limits of an app; takes effect immediately. What counts in this hour stays',
    access: 'account.secure',
    params: z.object({ appId: Id }),
    body: z.object(CREDENTIAL_LIMITS),
    reply: ConnectedApp,
  },
  icon: {
    method: 'GET',
    path: '/app-icons/:key',
    summary: 'The icon of an app',
    access: 'public',
    params: z.object({ key: z.string() }),
    transport: 'bytes',
  },
  revoke: {
    method: 'DELETE',
    path: '/auth/apps/:appId',
    summary: 'Disconnect an app; takes effect immediately, also on live connections',
    access: 'account.secure',
    params: z.object({ appId: Id }),
  },
} as const satisfies Api

// The question to the person, and the answer to the app.

import { APP_SCOPES, APPS_MAX, type AppRequest, type appsApi } from '@cairn/contract/api/apps'
import type { CredentialLimitsInput } from '@cairn/contract/api/credentialLimits'
import { scopeAllows, TOKEN_SCOPES, type TokenScope } from '@cairn/contract/rules/permissions'
import { z } from 'zod'
import { AppError, conflict } from '../../base/errors.ts'
import { hashSecret, newSecret } from '../../base/ids.ts'
import { plusMs } from '../../base/units.ts'
import type { CallWithoutTx, Ctx, WriteCtx } from '../../core/ctx.ts'
import { refuseDemo } from '../../core/demo-account.ts'
import type { AccountServices, Services } from '../../core/services.ts'
import { iconUrl } from '../../core/via.ts'
import { withConfirmedPassword } from '../auth/identity/reauthentication.ts'
import { appConnectedMail, securityMail } from '../auth/identity/security-mails.ts'

import { requireAccount, requireFreshSession } from '../auth/sessions/sessions.ts'
import { checkLimits } from '../credential-limits/credential-limits.ts'

import { requireClient } from './oauth.clients.ts'
import { OauthError, parameter, requiredParameter } from './oauth.errors.ts'
import { resourceOf } from './oauth.metadata.ts'
import { describeRedirect, matchesRedirect, withParameters } from './oauth.redirects.ts'
import { countApps, insertCode, updateClientUsed } from './oauth.repo.ts'

const PURPOSE = 'oauth request'
/** How long the question may stay open. */
const REQUEST_MS = 10 * 60_000
const CODE_MS = 5 * 60_000
const STATE_MAX = 4_000
/** A SHA-256 in base64url. */
const CHALLENGE = /^[\w-]{43}$/

/** What an app asks for, checked; signed, it is what the person decides about. */
const Asked = z.strictObject({
  user_id: z.string(),
  client_id: z.string(),
  client_name: z.string(),
  client_host: z.string().nullable(),
  icon_key: z.string().nullable().default(null),
  redirect_uri: z.string(),
  state: z.string().optional(),
  challenge: z.string(),
  scope: z.enum(TOKEN_SCOPES),
  resource: z.enum(['api', 'mcp']),
  until: z.int(),
})
type Asked = z.infer<typeof Asked>

/** What is stored with a code. */
export const Allowed = Asked.omit({ user_id: true, state: true, until: true }).extend({
  plan_id: z.string().nullable(),
  branch_id: z.string().nullable(),
  changes_per_hour: z.int().nullable(),
  nodes_per_hour: z.int().nullable(),
})
export type Allowed = z.infer<typeof Allowed>

const refused = (message: string, details: { reason: string; redirect_to?: string }): AppError =>
  new AppError(400, 'invalid_app_request', message, { details })

/**
 * Checks an authorization request. 400 `invalid_app_request`: `redirect_to` in its details takes the error to the app. It
 * is offered to the person and never opened on its own, so no one can use this server to redirect people.
 */
export async function checkAppRequest(call: CallWithoutTx, app: Services, query: string): Promise<AppRequest> {
  await refuseDemo(call.ctx)
  const asked = new URLSearchParams(query)
  const toPerson = (error: unknown) =>
    error instanceof OauthError ? refused(error.message, { reason: error.code }) : error
  const { client, redirect_uri } = await findAddressee(app, asked, call.ctx.actor.id).catch((error: unknown) => {
    throw toPerson(error)
  })
  try {
    const state = parameter(asked, 'state')
    const request = {
      user_id: call.ctx.actor.id,
      client_id: client.id,
      client_name: client.name,
      client_host: client.host,
      icon_key: client.icon_key,
      redirect_uri,
      state,
      ...readRequest(app, asked),
      until: app.clock().getTime() + REQUEST_MS,
    }
    return {
      request: seal(app, request),
      name: client.name,
      host: client.host,
      icon_url: iconUrl(client.icon_key),
      scope: request.scope,
      ...describeRedirect(redirect_uri),
    }
  } catch (error) {
    if (!(error instanceof OauthError)) throw error
    const [state, ...more] = asked.getAll('state')
    const redirect_to = withParameters(redirect_uri, {
      error: error.code,
      error_description: error.message,
      state: more.length === 0 && (state?.length ?? 0) <= STATE_MAX ? state : undefined,
      iss: app.publicUrl(),
    })
    throw refused(error.message, { reason: error.code, redirect_to })
  }
}

async function findAddressee(app: Services, asked: URLSearchParams, userId: string) {
  const client = await requireClient(app, requiredParameter(asked, 'client_id'), userId)
  const redirect_uri = requiredParameter(asked, 'redirect_uri')
  if (!matchesRedirect(redirect_uri, client.redirect_uris))
    throw new OauthError('invalid_request', 'The redirect URI is not one that the app has registered.')
  return { client, redirect_uri }
}

function readRequest(app: Services, asked: URLSearchParams): Pick<Asked, 'challenge' | 'scope' | 'resource'> {
  if ((parameter(asked, 'state')?.length ?? 0) > STATE_MAX)
    throw new OauthError('invalid_request', `state must be at most ${STATE_MAX} characters`)
  if (requiredParameter(asked, 'response_type') !== 'code')
    throw new OauthError('unsupported_response_type', 'response_type must be code')
  if ((parameter(asked, 'response_mode') ?? 'query') !== 'query')
    throw new OauthError('invalid_request', 'response_mode must be query')
  const challenge = requiredParameter(asked, 'code_challenge')
  if (parameter(asked, 'code_challenge_method') !== 'S256')
    throw new OauthError('invalid_request', 'code_challenge_method must be S256')
  if (!CHALLENGE.test(challenge)) throw new OauthError('invalid_request', 'code_challenge is invalid')
  return {
    challenge,
    scope: widestScope(parameter(asked, 'scope')),
    resource: requiredResource(app, asked) ?? 'mcp',
  }
}

/** Null without one. One token is for one resource (RFC 8707). */
export function requiredResource(app: Pick<Services, 'publicUrl'>, from: URLSearchParams): Allowed['resource'] | null {
  const [url, ...more] = from.getAll('resource')
  if (url === undefined) return null
  const resource = more.length === 0 ? resourceOf(app.publicUrl(), url) : null
  if (!resource) throw new OauthError('invalid_target', 'resource must be the URL of the MCP endpoint or of the API')
  return resource
}

/** The widest of the requested scopes; reading and writing without any. Unknown ones are ignored. */
export function widestScope(requested: string | undefined): TokenScope {
  if (requested === undefined) return 'write'
  const words = requested.split(' ')
  const widest = TOKEN_SCOPES.findLast((scope) => words.includes(APP_SCOPES[scope]))
  if (!widest)
    throw new OauthError('invalid_scope', `scope must include one of ${Object.values(APP_SCOPES).join(', ')}`)
  return widest
}

function seal(app: Services, asked: Asked): string {
  const text = Buffer.from(JSON.stringify(asked)).toString('base64url')
  return `${text}.${app.signer.sign(PURPOSE, text)}`
}

/** 400 for a question that was changed, has expired or was put to someone else. */
function open(app: Services, { actor, now }: Ctx, request: string): Asked {
  const [text = '', signature = ''] = request.split('.')
  const asked = app.signer.verify(PURPOSE, text, signature)
    ? Asked.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data
    : undefined
  if (asked?.user_id !== actor.id || asked.until <= Date.parse(now))
    throw refused('The request has expired or was changed. Start again from the app.', { reason: 'expired' })
  return asked
}

type Decision = z.output<typeof appsApi.decide.body>

/**
 * The URL that takes the answer to the app. 404 for a limit to a plan or a branch that the person cannot see, 403
 * `password_required` for the scope admin in an older session, `email_not_verified`, `demo_account`, 409 `too_many_apps`.
 */
export async function decideAppRequest(
  call: CallWithoutTx,
  app: AccountServices,
  { request, allow, scope, password, ...limits }: Decision,
): Promise<{ redirect_to: string }> {
  const asked = open(app, call.ctx, request)
  const { redirect_uri, state } = asked
  const back = (parameters: Record<string, string>) => ({
    redirect_to: withParameters(redirect_uri, { ...parameters, state, iss: app.publicUrl() }),
  })
  if (!allow) return back({ error: 'access_denied', error_description: 'The request was denied.' })
  if (!scopeAllows(asked.scope, scope))
    throw refused('The app did not ask for this permission.', { reason: 'invalid_scope' })
  await refuseDemo(call.ctx)
  const grant = (write: WriteCtx) => issueCode(write, app, asked, { scope, limits })
  if (password) return back({ code: await withConfirmedPassword(call, app, password, grant) })
  if (scope === 'admin')
    await requireFreshSession(call.ctx, 'Enter your password to let an app share and delete plans.')
  return back({ code: await call.run(grant) })
}

/** The code is only in the reply; the database stores its hash. */
async function issueCode(
  ctx: WriteCtx,
  app: AccountServices,
  { user_id, state: _, until: __, ...asked }: Asked,
  { scope, limits }: { scope: TokenScope; limits: CredentialLimitsInput },
): Promise<string> {
  const user = await requireAccount(ctx)
  // As for API tokens: the account may not belong to the owner of the address.
  if (app.config.smtp_url !== null && user.email_verified_at === null)
    throw new AppError(403, 'email_not_verified', 'Verify your email address before you connect an app.')
  if ((await countApps(ctx.db, user_id, ctx.now)) >= APPS_MAX)
    throw conflict('too_many_apps', `You have ${APPS_MAX} connected apps. Disconnect one that you no longer use.`, {
      max: APPS_MAX,
    })
  const code = newSecret()
  const allowed: Allowed = { ...asked, scope, ...(await checkLimits(ctx, limits)) }
  await insertCode(ctx.db, {
    code_hash: hashSecret(code),
    user_id,
    data: JSON.stringify(allowed),
    grant_id: null,
    expires_at: plusMs(ctx.now, CODE_MS),
  })
  await updateClientUsed(ctx.db, asked.client_id, ctx.now)
  ctx.afterCommit(await securityMail(app, ctx.db, user, appConnectedMail(user, app.publicUrl(), allowed)))
  return code
}

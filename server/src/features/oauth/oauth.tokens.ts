// The token endpoint (RFC 6749, 7636, 8707) and revocation (RFC 7009).
import { createHash } from 'node:crypto'
import { scopesUpTo } from '@cairn/contract/api/apps'
import { scopeAllows, type TokenScope } from '@cairn/contract/rules/permissions'
import { ACCESS_TOKEN_PREFIX, hashSecret, newId, newSecret, REFRESH_TOKEN_PREFIX } from '../../base/ids.ts'
import { DAY_MS, HOUR_MS, plusMs } from '../../base/units.ts'
import { type Actor, transact, type WriteCtx } from '../../core/ctx.ts'
import type { AccountServices } from '../../core/services.ts'
import { asActor } from '../auth/sessions/sessions.ts'
import { NOTHING_USED } from '../credential-limits/credential-limits.ts'
import type { ClientAuth } from './oauth.client-keys.ts'
import { OauthError, parameter, requiredParameter } from './oauth.errors.ts'
import { describeRedirect } from './oauth.redirects.ts'
import {
  deleteGrant,
  deleteOldRefreshTokens,
  deleteToken,
  findCode,
  findToken,
  insertGrant,
  insertTokens,
  redeemCode,
  touchGrant,
  updateTokenReplaced,
} from './oauth.repo.ts'
import { Allowed, requiredResource, widestScope } from './oauth.requests.ts'

const ACCESS_SECONDS = 3_600
/** Each refresh starts it again. */
const REFRESH_MS = 90 * DAY_MS
/** A replaced refresh token still works this long: the reply with the new one may have been lost. */
export const REUSE_GRACE_MS = 30 * 60_000
/** Of one app: an access token lasts an hour, so this is one for each of 60 processes that share the app. */
const REFRESHES_MAX = 60
/**
 * Refresh tokens of one app that are kept. Used ones tell that a token was stolen; with the limit of refreshes, they
 * reach back 36 hours at least, and 90 days for an app that refreshes once an hour.
 */
const KEPT = { unused: 100, used: 90 * 24 }
/** RFC 7636. */
const VERIFIER = /^[\w.~-]{43,128}$/

export interface TokenReply {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
  scope: string
}

export async function issueTokens(app: AccountServices, auth: ClientAuth, form: URLSearchParams): Promise<TokenReply> {
  const grantType = requiredParameter(form, 'grant_type')
  if (grantType === 'authorization_code') return redeem(app, await auth(form), form)
  if (grantType === 'refresh_token') return refresh(app, await auth(form), form)
  throw new OauthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token')
}

const invalidGrant = (what: 'code' | 'refresh token') =>
  new OauthError('invalid_grant', `The ${what} is invalid, expired, revoked or was issued for something else`)

const actorOf = (user: { id: string; name: string }, grantId: string): Actor => ({
  ...asActor(user),
  credential_id: grantId,
})

async function redeem(app: AccountServices, client_id: string, form: URLSearchParams): Promise<TokenReply> {
  const code_hash = hashSecret(requiredParameter(form, 'code'))
  // OAuth 2.1 no longer asks for it: the verifier proves the app.
  const redirect_uri = parameter(form, 'redirect_uri')
  const verifier = requiredParameter(form, 'code_verifier')
  const resource = requiredResource(app, form)
  const found = await findCode(app.store.reader, code_hash)
  if (!found) throw invalidGrant('code')
  const allowed = Allowed.parse(JSON.parse(found.data))
  if (allowed.client_id !== client_id) throw invalidGrant('code')
  const grant_id = newId()
  const actor = actorOf({ id: found.user_id, name: found.name }, found.grant_id ?? grant_id)
  const isProved =
    VERIFIER.test(verifier) &&
    createHash('sha256').update(verifier).digest('base64url') === allowed.challenge &&
    (redirect_uri === undefined || allowed.redirect_uri === redirect_uri)
  if (found.grant_id === null && !isProved) throw invalidGrant('code')
  if (resource !== null && resource !== allowed.resource)
    throw new OauthError('invalid_target', 'resource must be the one of the authorization request')
  const issued = await transact(app, actor, async (ctx) => {
    if (!(await redeemCode(ctx.db, code_hash, grant_id))) {
      // Used twice: one of the two was not the app (RFC 6749, section 4.1.2).
      const used = await findCode(ctx.db, code_hash)
      if (used?.grant_id) await endReusedGrant(ctx, used.grant_id, 'code')
      return null
    }
    if (found.expires_at <= ctx.now) return null
    const { scope, plan_id, branch_id, changes_per_hour, nodes_per_hour } = allowed
    const limits = { plan_id, branch_id, changes_per_hour, nodes_per_hour }
    await insertGrant(ctx.db, {
      id: grant_id,
      user_id: found.user_id,
      client_id,
      client_name: allowed.client_name,
      client_host: allowed.client_host,
      redirect_host: describeRedirect(allowed.redirect_uri).redirect_host,
      scope: allowed.scope,
      resource: allowed.resource,
      ...limits,
      ...NOTHING_USED,
      created_at: ctx.now,
      last_used: null,
      changes: 0,
      icon_key: allowed.icon_key,
    })
    await ctx.recordSecurityEvent({ kind: 'app.connected', data: { app_id: grant_id, scope, ...limits } })
    return addTokens(ctx, grant_id, allowed.scope)
  })
  if (!issued) throw invalidGrant('code')
  return issued
}

async function refresh(app: AccountServices, client_id: string, form: URLSearchParams): Promise<TokenReply> {
  const token_hash = hashSecret(requiredParameter(form, 'refresh_token'))
  const narrowed = parameter(form, 'scope')
  const resource = requiredResource(app, form)
  const found = await findToken(app.store.reader, token_hash)
  if (found?.kind !== 'refresh' || found.client_id !== client_id) throw invalidGrant('refresh token')
  if (resource !== null && resource !== found.resource)
    throw new OauthError('invalid_target', 'resource must be the one of the authorization request')
  const scope = narrowed === undefined ? found.scope : widestScope(narrowed)
  if (!scopeAllows(found.scope, scope)) throw new OauthError('invalid_scope', 'scope exceeds what was allowed')
  const actor = actorOf({ id: found.user_id, name: found.name }, found.grant_id)
  const issued = await transact(app, actor, async (ctx) => {
    if (!(await touchGrant(ctx.db, found.grant_id, ctx.now))) return null
    const token = await findToken(ctx.db, token_hash)
    if (!token || token.expires_at <= ctx.now) return null
    if (token.used_at === null) await updateTokenReplaced(ctx.db, token_hash, ctx.now)
    else if (Date.parse(ctx.now) - Date.parse(token.used_at) > REUSE_GRACE_MS) {
      await endReusedGrant(ctx, token.grant_id, 'refresh_token')
      return null
    }
    const { grant_id } = token
    await app.attempts.countIn(ctx.db, [{ key: `oauth refresh ${grant_id}`, max: REFRESHES_MAX, window_ms: HOUR_MS }])
    // Before the new one: it must not be among those that are deleted.
    await deleteOldRefreshTokens(ctx.db, grant_id, { ...KEPT, unused: KEPT.unused - 1 })
    return addTokens(ctx, grant_id, scope, token.scope)
  })
  if (!issued) throw invalidGrant('refresh token')
  return issued
}

/** A secret that was used twice may have been stolen: everything that came of it ends. */
async function endReusedGrant(ctx: WriteCtx, app_id: string, secret: 'code' | 'refresh_token'): Promise<void> {
  if (!(await deleteGrant(ctx.db, ctx.actor.id, app_id))) return
  await ctx.recordSecurityEvent({ kind: 'app.token_reused', data: { app_id, secret } })
  ctx.revokeAccess({ kind: 'credential', user_id: ctx.actor.id, credential_id: app_id })
}

/** The tokens are only in the reply; the database stores their hashes. A refresh token keeps the whole scope. */
async function addTokens(
  { db, now: created_at }: WriteCtx,
  grant_id: string,
  scope: TokenScope,
  refreshScope = scope,
): Promise<TokenReply> {
  const access_token = ACCESS_TOKEN_PREFIX + newSecret()
  const refresh_token = REFRESH_TOKEN_PREFIX + newSecret()
  const row = (secret: string, kind: 'access' | 'refresh', ms: number) => ({
    token_hash: hashSecret(secret),
    grant_id,
    kind,
    scope: kind === 'access' ? scope : refreshScope,
    used_at: null,
    created_at,
    expires_at: plusMs(created_at, ms),
  })
  await insertTokens(db, [
    row(access_token, 'access', ACCESS_SECONDS * 1000),
    row(refresh_token, 'refresh', REFRESH_MS),
  ])
  return {
    access_token,
    token_type: 'Bearer',
    expires_in: ACCESS_SECONDS,
    refresh_token,
    scope: scopesUpTo(scope),
  }
}

/** A refresh token ends its app's access, an access token only itself. Unknown tokens are fine (RFC 7009). */
export async function revokePresented(app: AccountServices, auth: ClientAuth, form: URLSearchParams): Promise<void> {
  const token_hash = hashSecret(requiredParameter(form, 'token'))
  const isNamed = parameter(form, 'client_id') !== undefined || parameter(form, 'client_assertion') !== undefined
  const client_id = isNamed ? await auth(form) : undefined
  const found = await findToken(app.store.reader, token_hash)
  if (!found || (client_id !== undefined && client_id !== found.client_id)) return
  const { user_id, grant_id, kind } = found
  await transact(app, actorOf({ id: user_id, name: found.name }, grant_id), async (ctx) => {
    if (kind === 'access') await deleteToken(ctx.db, token_hash)
    else if (await deleteGrant(ctx.db, user_id, grant_id))
      await ctx.recordSecurityEvent({ kind: 'app.disconnected', data: { app_id: grant_id } })
    ctx.revokeAccess({ kind: 'credential', user_id, credential_id: grant_id })
  })
}

import { type ApiToken, TOKENS_MAX, type tokensApi } from '@cairn/contract/api/tokens'
import { TOKEN_SCOPES, type TokenScope } from '@cairn/contract/rules/permissions'
import type { z } from 'zod'
import { AppError, conflict, invalid, notFound } from '../../base/errors.ts'
import { API_TOKEN_PREFIX, hashSecret, newId, newSecret } from '../../base/ids.ts'
import type { CallWithoutTx, WriteCtx } from '../../core/ctx.ts'
import type { AccountServices } from '../../core/services.ts'
import type { UserRow } from '../../db/schema.ts'
import { withConfirmedPassword } from '../auth/identity/reauthentication.ts'
import { newTokenMail, securityMail } from '../auth/identity/security-mails.ts'
import { requireAccount, requireFreshSession } from '../auth/sessions/sessions.ts'
import { changesReach, checkLimits, NOTHING_USED } from '../credential-limits/credential-limits.ts'
import { showTokens } from './tokens.queries.ts'
import { countTokens, deleteToken, findTokenRow, insertToken, updateTokenLimits } from './tokens.repo.ts'

/** The visible part of a token: the common prefix and a few of its own characters. */
const PREFIX_LENGTH = API_TOKEN_PREFIX.length + 6

type Wanted = z.output<typeof tokensApi.create.body>

/**
 * Creates a token and notifies the person. Its secret is only in this reply. 400 for a past expiry and
 * `wrong_password`, 403 `email_not_verified`, 403 `password_required` for the scope admin in an older session, 409
 * `too_many_tokens`, 404 for a limit to a plan or a branch that the person cannot see.
 */
export async function createToken(
  call: CallWithoutTx,
  app: AccountServices,
  { password, ...wanted }: Wanted,
): Promise<ApiToken & { token: string }> {
  const { ctx, run } = call
  if (wanted.expires_at !== null && wanted.expires_at <= ctx.now)
    throw invalid('expires_at', 'expires_at must be in the future')
  if (password) return withConfirmedPassword(call, app, password, (write, user) => addToken(write, app, user, wanted))
  const scopes: readonly TokenScope[] = wanted.permissions
  if (scopes.includes('admin'))
    await requireFreshSession(ctx, 'Enter your password to create a token with the "admin" scope.')
  return run(async (write) => addToken(write, app, await requireAccount(write), wanted))
}

async function addToken(
  ctx: WriteCtx,
  app: AccountServices,
  user: UserRow,
  { name, permissions, expires_at, ...limits }: Omit<Wanted, 'password'>,
): Promise<ApiToken & { token: string }> {
  // The account may not belong to the owner of the address. Its tokens would be void once the address is verified.
  if (app.config.smtp_url !== null && user.email_verified_at === null)
    throw new AppError(403, 'email_not_verified', 'Verify your email address before you create an API token.')
  if ((await countTokens(ctx.db, user.id)) >= TOKENS_MAX)
    throw conflict('too_many_tokens', `You have ${TOKENS_MAX} API tokens. Delete one that you no longer use.`, {
      max: TOKENS_MAX,
    })
  const wanted: readonly TokenScope[] = permissions
  const set = await checkLimits(ctx, limits)
  const token = API_TOKEN_PREFIX + newSecret()
  const shown = {
    id: newId(),
    name,
    prefix: token.slice(0, PREFIX_LENGTH),
    permissions: TOKEN_SCOPES.filter((scope) => wanted.includes(scope)),
    created_at: ctx.now,
    last_used: null,
    expires_at,
  }
  const row = { ...shown, ...set, ...NOTHING_USED, permissions: JSON.stringify(shown.permissions) }
  await insertToken(ctx.db, { ...row, user_id: user.id, token_hash: hashSecret(token) })
  const { id: token_id, permissions: scopes } = shown
  await ctx.recordSecurityEvent({ kind: 'token.created', data: { token_id, permissions: scopes, ...set } })
  ctx.afterCommit(await securityMail(app, ctx.db, user, newTokenMail(user, app.publicUrl(), shown)))
  const [created] = await showTokens(ctx, [row])
  return { ...(created as ApiToken), token }
}

/**
 * Replaces the limits of a token, for calls from now on; 404 for a token that is not the caller's, 403
 * `password_required` for the scope admin in an older session: lifting limits is as powerful as a new token.
 */
export async function setTokenLimits(
  ctx: WriteCtx,
  token_id: string,
  input: z.output<typeof tokensApi.setLimits.body>,
): Promise<ApiToken> {
  await requireAccount(ctx)
  const found = await findTokenRow(ctx.db, ctx.actor.id, token_id)
  if (!found) throw notFound('Token')
  const scopes: readonly string[] = JSON.parse(found.permissions)
  if (scopes.includes('admin'))
    await requireFreshSession(ctx, 'Sign in again to change the limits of a token with the "admin" scope.')
  const limits = await checkLimits(ctx, input, found)
  await updateTokenLimits(ctx.db, token_id, limits)
  await ctx.recordSecurityEvent({ kind: 'token.limits_changed', data: { token_id, ...limits } })
  if (changesReach(found, limits))
    ctx.revokeAccess({ kind: 'credential', user_id: ctx.actor.id, credential_id: token_id })
  const [shown] = await showTokens(ctx, [{ ...found, ...limits }])
  return shown as ApiToken
}

/** Takes effect immediately, also on open sockets; 404 for a token that is not the caller's. */
export async function revokeToken(ctx: WriteCtx, tokenId: string): Promise<void> {
  if (!(await deleteToken(ctx.db, ctx.actor.id, tokenId))) throw notFound('Token')
  await ctx.recordSecurityEvent({ kind: 'token.revoked', data: { token_id: tokenId } })
  ctx.revokeAccess({ kind: 'credential', user_id: ctx.actor.id, credential_id: tokenId })
}

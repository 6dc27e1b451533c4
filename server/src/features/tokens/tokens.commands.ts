import type { ApiToken, tokensApi } from '@cairn/contract/api/tokens'
import { TOKEN_SCOPES, type TokenScope } from '@cairn/contract/rules/permissions'
import type { z } from 'zod'
import { AppError, invalid } from '../../base/errors.ts'
import { API_TOKEN_PREFIX, hashSecret, newId, newSecret } from '../../base/ids.ts'
import type { CallWithoutTx, WriteCtx } from '../../core/ctx.ts'
import type { UserRow } from '../../db/schema.ts'
import { newTokenMail, sendSecurityMail } from '../auth/accounts/accounts.mails.ts'
import { withConfirmedPassword } from '../auth/accounts/accounts.reauthentication.ts'
import type { AccountServices } from '../auth/accounts/accounts.services.ts'
import { requireAccount, sessionAge } from '../auth/sessions/sessions.ts'
import { insertToken } from './tokens.repo.ts'

/** The visible part of a token: the common prefix and a few of its own characters. */
const PREFIX_LENGTH = API_TOKEN_PREFIX.length + 6
/** A session older than this must confirm the password to create a token that can share and delete plans. */
const FRESH_SESSION_MS = 15 * 60_000

type Wanted = z.output<typeof tokensApi.create.body>

/**
 * Creates a token and notifies the person. Its secret is only in this reply. 400 for a past expiry and
 * `wrong_password`, 403 `email_not_verified`, 403 `password_required` for the scope admin in an older session.
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
  if (scopes.includes('admin') && (await sessionAge(ctx)) > FRESH_SESSION_MS)
    throw new AppError(403, 'password_required', 'Enter your password to create a token with the "admin" scope.')
  return run(async (write) => addToken(write, app, await requireAccount(write), wanted))
}

async function addToken(
  ctx: WriteCtx,
  app: AccountServices,
  user: UserRow,
  { name, permissions, expires_at }: Omit<Wanted, 'password'>,
): Promise<ApiToken & { token: string }> {
  // The account may not belong to the owner of the address. Its tokens would be void once the address is verified.
  if (app.config.smtp_url !== null && user.email_verified_at === null)
    throw new AppError(403, 'email_not_verified', 'Verify your email address before you create an API token.')
  const wanted: readonly TokenScope[] = permissions
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
  await insertToken(ctx.db, {
    ...shown,
    user_id: user.id,
    token_hash: hashSecret(token),
    permissions: JSON.stringify(shown.permissions),
  })
  const { id: token_id, permissions: scopes } = shown
  await ctx.recordSecurityEvent({ kind: 'token.created', data: { token_id, permissions: scopes } })
  ctx.afterCommit(() => sendSecurityMail(app, user, newTokenMail(user, app.publicUrl(), shown)))
  return { ...shown, token }
}

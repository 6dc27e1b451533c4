import type { ApiToken, tokensApi } from '@cairn/contract/api/tokens'
import { TOKEN_SCOPES, type TokenScope } from '@cairn/contract/rules/permissions'
import type { z } from 'zod'
import type { WriteCtx } from '../../core/ctx.ts'
import { invalid, notFound } from '../../core/errors.ts'
import { API_TOKEN_PREFIX, hashSecret, newId, newSecret } from '../../core/ids.ts'
import { deleteToken, deleteTokensOf, insertToken } from './tokens.repo.ts'

/** What people recognise a token by: the common beginning and a few characters of their own. */
const PREFIX_LENGTH = API_TOKEN_PREFIX.length + 6

/** The token string is in this reply and nowhere else: the database keeps its hash. 400 for an expiry that has passed. */
export async function createToken(
  ctx: WriteCtx,
  { name, permissions, expires_at }: z.output<typeof tokensApi.create.body>,
): Promise<ApiToken & { token: string }> {
  if (expires_at !== null && expires_at <= ctx.now) throw invalid('expires_at', 'expires_at must be in the future')
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
    user_id: ctx.actor.id,
    token_hash: hashSecret(token),
    permissions: JSON.stringify(shown.permissions),
  })
  return { ...shown, token }
}

/** At once, also on open sockets; 404 for a token that is not the caller's. */
export async function revokeToken(ctx: WriteCtx, tokenId: string): Promise<void> {
  if (!(await deleteToken(ctx.db, ctx.actor.id, tokenId))) throw notFound('Token')
  ctx.withdraw({ kind: 'credential', user_id: ctx.actor.id, credential_id: tokenId })
}

/** For an account that ends; whoever calls it withdraws the credentials too. */
export async function deleteAllTokens(ctx: WriteCtx, userId: string): Promise<void> {
  await deleteTokensOf(ctx.db, userId)
}

import { notFound } from '../../base/errors.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { deleteToken } from './tokens.repo.ts'

/** Takes effect immediately, also on open sockets; 404 for a token that is not the caller's. */
export async function revokeToken(ctx: WriteCtx, tokenId: string): Promise<void> {
  if (!(await deleteToken(ctx.db, ctx.actor.id, tokenId))) throw notFound('Token')
  await ctx.recordSecurityEvent({ kind: 'token.revoked', data: { token_id: tokenId } })
  ctx.revokeAccess({ kind: 'credential', user_id: ctx.actor.id, credential_id: tokenId })
}

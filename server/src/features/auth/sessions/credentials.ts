// What gives access to an account besides its sessions: API tokens and connected apps.
import type { WriteCtx } from '../../../core/ctx.ts'
import { deleteGrantsOf, deleteTokensOf } from './credentials.repo.ts'

/** Revokes every token of a person, with its sockets; returns their names. */
export async function revokeAllTokens(ctx: WriteCtx, user_id: string): Promise<string[]> {
  const revoked = await deleteTokensOf(ctx.db, user_id)
  for (const { id } of revoked) ctx.revokeAccess({ kind: 'credential', user_id, credential_id: id })
  return revoked.map(({ name }) => name)
}

/** Disconnects every app of a person, with its sockets; returns their names. */
export async function disconnectAllApps(ctx: WriteCtx, user_id: string): Promise<string[]> {
  const ended = await deleteGrantsOf(ctx.db, user_id)
  for (const { id } of ended) ctx.revokeAccess({ kind: 'credential', user_id, credential_id: id })
  return ended.map(({ client_name }) => client_name)
}

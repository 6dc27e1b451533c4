import { notSignedIn } from '../base/errors.ts'
import { loadCredential } from './credential-limits.ts'
import type { WriteCtx } from './ctx.ts'
import { lockPerson } from './person.repo.ts'

/**
 * For a command about no plan: 401 if the account was deleted or the credential revoked since the request began. The
 * account stays locked, so that neither happens before the transaction ends. In a command about a plan, the check of
 * access does this.
 */
export async function requireCaller(ctx: WriteCtx): Promise<void> {
  // Callers authenticated by a password or a link have no credential.
  if (ctx.actor.credential_id === '') return
  if (!(await lockPerson(ctx.db, ctx.actor.id))) throw notSignedIn()
  await loadCredential(ctx)
}

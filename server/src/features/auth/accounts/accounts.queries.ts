import type { Ctx } from '../../../core/ctx.ts'
import type { UserRow } from '../../../db/schema.ts'
import { findOneTimeTokenOf } from '../identity/one-time-tokens.repo.ts'
import { countRecoveryCodes } from '../two-factor/two-factor.repo.ts'

/** The part of a profile that concerns signing in. */
export async function getSecurityState(ctx: Ctx, { id, email_verified_at, totp_enabled_at, is_demo }: UserRow) {
  const change = await findOneTimeTokenOf(ctx.db, id, 'email', ctx.now)
  return {
    email_verified: email_verified_at !== null,
    pending_email: change ? (JSON.parse(change.data) as { email: string }).email : null,
    two_factor: totp_enabled_at !== null,
    recovery_codes_left: totp_enabled_at === null ? null : await countRecoveryCodes(ctx.db, id),
    is_demo: is_demo === 1,
  }
}

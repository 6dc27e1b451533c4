import { AppError } from '../../../base/errors.ts'
import type { AccountServices } from '../../../core/services.ts'
import { sealedFor } from '../../../core/vault.ts'
import type { Tx, UserRow } from '../../../db/schema.ts'
import { updateUser } from '../identity/account.repo.ts'
import { hashRecoveryCode, totpStep } from './totp.ts'
import { takeRecoveryCode } from './two-factor.repo.ts'

export const sealSecret = ({ vault }: AccountServices, user: UserRow, secret: string): string =>
  vault.seal(sealedFor.twoFactor(user.id), secret)

/** The time step of an authenticator code; null if the code is wrong or used, or the secret can no longer be read. */
export function stepOf({ vault }: AccountServices, user: UserRow, code: string, now: string): number | null {
  const secret = user.totp_secret === null ? null : vault.open(sealedFor.twoFactor(user.id), user.totp_secret)
  return secret === null ? null : totpStep(secret, code, now, user.totp_last_step)
}

/**
 * Checks a code of the authenticator, each step once, or a recovery code, which is used up. The caller has locked the
 * account.
 */
export async function useSecondFactor(
  app: AccountServices,
  tx: Tx,
  user: UserRow,
  { code, now }: { code: string; now: string },
): Promise<boolean> {
  if (user.totp_enabled_at === null) return false
  const step = stepOf(app, user, code, now)
  if (step === null) return takeRecoveryCode(tx, user.id, hashRecoveryCode(code))
  await updateUser(tx, user.id, { totp_last_step: step })
  return true
}

export const wrongCode = (status: 400 | 401): AppError =>
  new AppError(status, 'invalid_code', 'This code is incorrect, expired or already used.')

import type { WriteCtx } from '../../core/ctx.ts'
import { AppError, conflict } from '../../core/errors.ts'
import { type OpenCall, withPassword } from './auth.proof.ts'
import { lockUser, updateUser } from './auth.repo.ts'
import type { AccountServices } from './auth.services.ts'
import { deleteRecoveryCodes, insertRecoveryCodes } from './auth.two-factor.repo.ts'
import { refuseDemo } from './demo.access.ts'
import { hashRecoveryCode, newRecoveryCodes, newTotp, totpStep } from './totp.ts'

/** Begins or begins again; nothing is required at sign-in until a first code has proved the authenticator. */
export async function setUpTwoFactor(app: AccountServices, call: OpenCall, password: string) {
  return withPassword(app, call, password, async (ctx, user) => {
    if (user.totp_enabled_at !== null) throw conflict('two_factor_on', 'Two-factor authentication is on already.')
    const totp = newTotp(user.email)
    await updateUser(ctx.db, user.id, { totp_secret: totp.secret, totp_last_step: null })
    return totp
  })
}

/** Turns it on and gives out the recovery codes, this once; 400 `invalid_code`, 409 before set-up and when it is on. */
export async function enableTwoFactor(app: AccountServices, { ctx, run, address }: OpenCall, code: string) {
  await refuseDemo(ctx)
  const attempt = await app.brake.attempt('two_factor', ctx.actor.id, address)
  return run(async (write: WriteCtx) => {
    const user = await lockUser(write.db, ctx.actor.id)
    if (user?.totp_enabled_at) throw conflict('two_factor_on', 'Two-factor authentication is on already.')
    if (!user?.totp_secret) throw conflict('two_factor_not_set_up', 'Please set up an authenticator app first.')
    const step = totpStep(user.totp_secret, code, write.now, user.totp_last_step)
    if (step === null) throw new AppError(400, 'invalid_code', WRONG_CODE)
    await app.brake.giveBack(write.db, attempt)
    await updateUser(write.db, user.id, { totp_enabled_at: write.now, totp_last_step: step, updated_at: write.now })
    const recovery_codes = newRecoveryCodes()
    await deleteRecoveryCodes(write.db, user.id)
    await insertRecoveryCodes(write.db, user.id, recovery_codes.map(hashRecoveryCode))
    return { recovery_codes }
  })
}

export const WRONG_CODE = 'This code is wrong, has expired or was used already.'

/** Turns it off, or gives up a set-up under way; no error when it is off. */
export async function disableTwoFactor(app: AccountServices, call: OpenCall, password: string): Promise<void> {
  await withPassword(app, call, password, async (ctx, user) => {
    const off = { totp_secret: null, totp_enabled_at: null, totp_last_step: null }
    await updateUser(ctx.db, user.id, { ...off, updated_at: ctx.now })
    await deleteRecoveryCodes(ctx.db, user.id)
  })
}

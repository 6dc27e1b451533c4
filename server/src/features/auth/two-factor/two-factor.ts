import { conflict, invalid } from '../../../base/errors.ts'
import type { CallWithoutTx, WriteCtx } from '../../../core/ctx.ts'
import { refuseDemo } from '../../../core/demo-account.ts'
import type { AccountServices } from '../../../core/services.ts'
import type { UserRow } from '../../../db/schema.ts'
import { lockUser, updateUser } from '../identity/account.repo.ts'
import { withConfirmedPassword } from '../identity/reauthentication.ts'
import { securityMail, twoFactorMail } from '../identity/security-mails.ts'
import { endSessions } from '../sessions/sessions.ts'
import { hashRecoveryCode, newRecoveryCodes, newTotp } from './totp.ts'
import { sealSecret, stepOf, useSecondFactor, wrongCode } from './two-factor.code.ts'
import { deleteRecoveryCodes, insertRecoveryCodes } from './two-factor.repo.ts'

/** Starts or restarts the set-up; sign-ins require no code until a first one has confirmed the authenticator. */
export async function setUpTwoFactor(call: CallWithoutTx, app: AccountServices, password: string) {
  return withConfirmedPassword(call, app, password, async (ctx, user) => {
    if (user.totp_enabled_at !== null) throw isOn()
    const totp = newTotp(user.email)
    await updateUser(ctx.db, user.id, { totp_secret: sealSecret(app, user, totp.secret), totp_last_step: null })
    return totp
  })
}

const isOn = () => conflict('two_factor_on', 'Two-factor authentication is already enabled.')

/**
 * Enables two-factor, ends the other sessions and returns the recovery codes; 400 `invalid_code`, 409 before set-up and
 * if already enabled.
 */
export async function enableTwoFactor({ ctx, run, address }: CallWithoutTx, app: AccountServices, code: string) {
  await refuseDemo(ctx)
  const attempt = await app.authRateLimit.count('two_factor', ctx.actor.id, address)
  return run(async (write: WriteCtx) => {
    const user = await lockUser(write.db, ctx.actor.id)
    if (user?.totp_enabled_at) throw isOn()
    if (!user?.totp_secret) throw conflict('two_factor_not_set_up', 'Set up an authenticator app first.')
    const step = stepOf(app, user, code, write.now)
    if (step === null) throw wrongCode(400)
    await app.authRateLimit.refund(write.db, attempt)
    await updateUser(write.db, user.id, { totp_enabled_at: write.now, totp_last_step: step, updated_at: write.now })
    await endSessions(write, user.id, write.actor.credential_id)
    await write.recordSecurityEvent({ kind: 'two_factor.enabled', address })
    write.afterCommit(await securityMail(app, write.db, user, twoFactorMail(user, app.publicUrl(), 'enabled')))
    return { recovery_codes: await replaceRecoveryCodes(write, user) }
  })
}

interface Proof {
  password: string
  /** A code of the authenticator app, or a recovery code. */
  code: string | null
}

/**
 * Disables two-factor and ends the other sessions; 400 `wrong_password`, `invalid_code`. Cancels a pending set-up with
 * the password alone; no error if it is not enabled.
 */
export async function disableTwoFactor(call: CallWithoutTx, app: AccountServices, proof: Proof): Promise<void> {
  await withBothFactors(call, app, proof, async (ctx, user) => {
    const off = { totp_secret: null, totp_enabled_at: null, totp_last_step: null }
    await updateUser(ctx.db, user.id, { ...off, updated_at: ctx.now })
    await deleteRecoveryCodes(ctx.db, user.id)
    if (user.totp_enabled_at === null) return
    await endSessions(ctx, user.id, ctx.actor.credential_id)
    await ctx.recordSecurityEvent({ kind: 'two_factor.disabled', address: call.address })
    ctx.afterCommit(await securityMail(app, ctx.db, user, twoFactorMail(user, app.publicUrl(), 'disabled')))
  })
}

/** Replaces the recovery codes and returns the new ones; 409 `two_factor_off`. */
export async function renewRecoveryCodes(call: CallWithoutTx, app: AccountServices, proof: Proof) {
  return withBothFactors(call, app, proof, async (ctx, user) => {
    if (user.totp_enabled_at === null) throw conflict('two_factor_off', 'Two-factor authentication is not enabled.')
    await ctx.recordSecurityEvent({ kind: 'recovery_codes.renewed', address: call.address })
    ctx.afterCommit(await securityMail(app, ctx.db, user, twoFactorMail(user, app.publicUrl(), 'renewed')))
    return { recovery_codes: await replaceRecoveryCodes(ctx, user) }
  })
}

/** Like `withConfirmedPassword`, and with two-factor enabled a code is required too. */
async function withBothFactors<T>(
  call: CallWithoutTx,
  app: AccountServices,
  { password, code }: Proof,
  command: (ctx: WriteCtx, user: UserRow) => Promise<T>,
): Promise<T> {
  const attempt = code === null ? null : await app.authRateLimit.count('two_factor', call.ctx.actor.id, call.address)
  return withConfirmedPassword(call, app, password, async (ctx, user) => {
    if (user.totp_enabled_at !== null) {
      if (code === null) throw invalid('code', 'Code is required')
      if (!(await useSecondFactor(app, ctx.db, user, { code, now: ctx.now }))) throw wrongCode(400)
    }
    if (attempt) await app.authRateLimit.refund(ctx.db, attempt)
    return command(ctx, user)
  })
}

async function replaceRecoveryCodes({ db }: WriteCtx, { id }: UserRow): Promise<string[]> {
  const codes = newRecoveryCodes()
  await deleteRecoveryCodes(db, id)
  await insertRecoveryCodes(db, id, codes.map(hashRecoveryCode))
  return codes
}

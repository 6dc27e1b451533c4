import { AppError } from '../../../base/errors.ts'
import type { CallWithoutTx, WriteCtx } from '../../../core/ctx.ts'
import { refuseDemo } from '../../../core/demo-account.ts'
import type { AccountServices } from '../../../core/services.ts'
import type { UserRow } from '../../../db/schema.ts'
import { findUser, lockUser } from './account.repo.ts'
import { checkPassword } from './passwords.ts'

type RunConfirmed = <T>(command: (ctx: WriteCtx, user: UserRow) => Promise<T>) => Promise<T>

/** Runs a command after confirming the password, like `confirmPassword`. */
export async function withConfirmedPassword<T>(
  call: CallWithoutTx,
  app: AccountServices,
  password: string,
  command: (ctx: WriteCtx, user: UserRow) => Promise<T>,
): Promise<T> {
  const runConfirmed = await confirmPassword(call, app, password)
  return runConfirmed(command)
}

/**
 * Confirms the password and returns what runs a command with the account, which is locked meanwhile. 400
 * `wrong_password` (a 401 would sign the person out), 429 after 20 wrong ones in 15 minutes, 403 `demo_account`.
 */
export async function confirmPassword(
  { ctx, run, address }: CallWithoutTx,
  app: AccountServices,
  password: string,
): Promise<RunConfirmed> {
  await refuseDemo(ctx)
  const attempt = await app.authRateLimit.count('password', ctx.actor.id, address)
  const found = await findUser(ctx.db, ctx.actor.id)
  if (!(await checkPassword(found?.password_hash ?? null, password))) throw wrongPassword()
  return (command) =>
    run(async (write) => {
      const user = await lockUser(write.db, ctx.actor.id)
      // The password changed since it was checked.
      if (!user || user.password_hash !== found?.password_hash) throw wrongPassword()
      await app.authRateLimit.refund(write.db, attempt)
      return command(write, user)
    })
}

export const wrongPassword = (): AppError => new AppError(400, 'wrong_password', 'The current password is incorrect.')

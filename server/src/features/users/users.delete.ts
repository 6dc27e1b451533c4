import type { CallWithoutTx } from '../../core/ctx.ts'
import type { AccountServices } from '../../core/services.ts'
import { anonymizeAccount } from '../auth/accounts/accounts.deletion.ts'
import { withConfirmedPassword } from '../auth/identity/reauthentication.ts'
import { purgeDeletedAccounts } from '../maintenance/maintenance.ts'
import { deleteOrLeavePlans } from '../plans/plans.account-deletion.ts'

/**
 * Deletes the caller's account and the plans only they can access. 400 `wrong_password`, 409 `owns_shared_plans`. Large
 * data becomes unreachable immediately and is purged in slices.
 */
export async function deleteAccount(call: CallWithoutTx, app: AccountServices, password: string): Promise<void> {
  await withConfirmedPassword(call, app, password, async (ctx, user) => {
    await deleteOrLeavePlans(ctx)
    await anonymizeAccount(ctx, app.config, user)
    ctx.afterCommit(() => app.background.run('purge of a deleted account', () => purgeDeletedAccounts(app)))
  })
}

import { usersApi } from '@cairn/contract/api/users'
import type { AccountServices } from '../../core/services.ts'
import type { Router } from '../../http/router.ts'
import { cancelEmailChange, changeEmail, confirmEmail } from '../auth/accounts/accounts.email.ts'
import { changePassword } from '../auth/accounts/accounts.password.ts'
import { updateProfile } from './users.commands.ts'
import { deleteAccount } from './users.delete.ts'
import { getProfile, showProfile } from './users.queries.ts'

/** HTTP routes of the caller's account. */
export function usersRoutes({ route, routeWithoutTx }: Router, app: AccountServices): void {
  route(usersApi.profile, getProfile)
  route(usersApi.updateProfile, (ctx, { body }) => updateProfile(ctx, app, body))
  routeWithoutTx(usersApi.changePassword, (http, { body }) => changePassword(http, app, body))
  routeWithoutTx(usersApi.changeEmail, (http, { body }) => changeEmail(http, app, body))
  route(usersApi.cancelEmailChange, (ctx) => cancelEmailChange(ctx))
  route(usersApi.confirmEmail, async (ctx, { body }) => showProfile(ctx, await confirmEmail(ctx, app, body.token)))
  routeWithoutTx(usersApi.deleteProfile, (http, { body }) => deleteAccount(http, app, body.password))
}

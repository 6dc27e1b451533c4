import { usersApi } from '@cairn/contract/api/users'
import type { Router } from '../../core/route.ts'
import { changePassword } from '../auth/auth.password.ts'
import type { AccountServices } from '../auth/auth.services.ts'
import { updateProfile } from './users.commands.ts'
import { deleteAccount } from './users.delete.ts'
import { getProfile } from './users.queries.ts'

/** HTTP face of one's own account. */
export function usersRoutes({ route, routeWithoutTx }: Router, app: AccountServices): void {
  route(usersApi.profile, getProfile)
  route(usersApi.updateProfile, (ctx, { body }) => updateProfile(app, ctx, body))
  routeWithoutTx(usersApi.changePassword, (http, { body }) => changePassword(app, http, body))
  routeWithoutTx(usersApi.deleteProfile, (http, { body }) => deleteAccount(app, http, body.password))
}

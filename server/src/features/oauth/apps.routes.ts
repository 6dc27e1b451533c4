import { appsApi } from '@cairn/contract/api/apps'
import type { Router } from '../../http/router.ts'
import type { AccountServices } from '../auth/accounts/accounts.services.ts'
import { disconnectApp, listApps, setAppLimits } from './oauth.apps.ts'
import { checkAppRequest, decideAppRequest } from './oauth.requests.ts'

/** HTTP routes of connected apps, for people. Tokens cannot manage them (`account.secure` in the contract). */
export function appsRoutes({ route, routeWithoutTx }: Router, app: AccountServices): void {
  routeWithoutTx(appsApi.request, (http, { body }) => checkAppRequest(http, app, body.query))
  routeWithoutTx(appsApi.decide, (http, { body }) => decideAppRequest(http, app, body))
  route(appsApi.list, listApps)
  route(appsApi.setLimits, (ctx, { params, body }) => setAppLimits(ctx, params.appId, body))
  route(appsApi.revoke, (ctx, { params }) => disconnectApp(ctx, params.appId))
}

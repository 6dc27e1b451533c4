import { appsApi } from '@cairn/contract/api/apps'
import type { AccountServices } from '../../core/services.ts'
import type { Router } from '../../http/router.ts'
import { imageHeaders } from '../../http/send-file.ts'

import { disconnectApp, listApps, setAppLimits } from './oauth.apps.ts'

import { readIcon } from './oauth.icons.ts'

import { checkAppRequest, decideAppRequest } from './oauth.requests.ts'

/** HTTP routes of connected apps, for people. Tokens cannot manage them (`account.secure` in the contract). */
export function appsRoutes({ route, routePublic, routeWithoutTx }: Router, app: AccountServices): void {
  routeWithoutTx(appsApi.request, (http, { body }) => checkAppRequest(http, app, body.query))
  routeWithoutTx(appsApi.decide, (http, { body }) => decideAppRequest(http, app, body))
  route(appsApi.list, listApps)
  route(appsApi.setLimits, (ctx, { params, body }) => setAppLimits(ctx, params.appId, body))
  routePublic(appsApi.icon, async ({ params }, { reply }) => {
    const image = await readIcon(app.store.reader, params.key)
    return reply.headers(imageHeaders('icon')).send(image)
  })
  route(appsApi.revoke, (ctx, { params }) => disconnectApp(ctx, params.appId))
}

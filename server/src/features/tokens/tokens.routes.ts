import { tokensApi } from '@cairn/contract/api/tokens'
import type { AccountServices } from '../../core/services.ts'
import type { Router } from '../../http/router.ts'
import { createToken, revokeToken, setTokenLimits } from './tokens.commands.ts'
import { listTokens } from './tokens.queries.ts'

/** HTTP routes of API tokens. Tokens cannot manage tokens (`account.secure` in the contract). */
export function tokensRoutes({ route, routeWithoutTx }: Router, app: AccountServices): void {
  route(tokensApi.list, listTokens)
  route(tokensApi.debug, listTokens)
  routeWithoutTx(tokensApi.create, (http, { body }) => createToken(http, app, body))
  route(tokensApi.setLimits, (ctx, { params, body }) => setTokenLimits(ctx, params.tokenId, body))
  route(tokensApi.revoke, (ctx, { params }) => revokeToken(ctx, params.tokenId))
}

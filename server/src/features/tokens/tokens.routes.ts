import { tokensApi } from '@cairn/contract/api/tokens'
import type { Router } from '../../core/route.ts'
import { createToken, revokeToken } from './tokens.commands.ts'
import { listTokens } from './tokens.queries.ts'

/** HTTP face of API tokens; that a token cannot manage tokens is in the contract (`account.secure`). */
export function tokensRoutes({ route }: Router): void {
  route(tokensApi.list, listTokens)
  route(tokensApi.debug, listTokens)
  route(tokensApi.create, (ctx, { body }) => createToken(ctx, body))
  route(tokensApi.revoke, (ctx, { params }) => revokeToken(ctx, params.tokenId))
}

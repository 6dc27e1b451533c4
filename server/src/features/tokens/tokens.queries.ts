import type { ShownLimits } from '@cairn/contract/api/credentialLimits'
import type { ApiToken } from '@cairn/contract/api/tokens'
import type { TokenScope } from '@cairn/contract/rules/permissions'
import type { Ctx } from '../../core/ctx.ts'
import { showLimits } from '../credential-limits/credential-limits.ts'
import { type ListedToken, listTokenRows } from './tokens.repo.ts'

/** The caller's own tokens, newest first, without their secrets. */
export async function listTokens(ctx: Ctx): Promise<ApiToken[]> {
  return showTokens(ctx, await listTokenRows(ctx.db, ctx.actor.id))
}

export async function showTokens(ctx: Ctx, rows: readonly ListedToken[]): Promise<ApiToken[]> {
  const limits = await showLimits(ctx, rows)
  return rows.map(({ id, name, prefix, permissions, created_at, last_used, expires_at }, i) => ({
    ...{ id, name, prefix, created_at, last_used, expires_at },
    permissions: JSON.parse(permissions) as TokenScope[],
    ...(limits[i] as ShownLimits),
  }))
}

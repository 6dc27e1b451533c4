import type { ApiToken } from '@cairn/contract/api/tokens'
import type { TokenScope } from '@cairn/contract/rules/permissions'
import type { Ctx } from '../../core/ctx.ts'
import { listTokenRows } from './tokens.repo.ts'

/** The caller's own tokens, newest first, without their secrets. */
export async function listTokens(ctx: Ctx): Promise<ApiToken[]> {
  const rows = await listTokenRows(ctx.db, ctx.actor.id)
  return rows.map((row) => ({ ...row, permissions: JSON.parse(row.permissions) as TokenScope[] }))
}

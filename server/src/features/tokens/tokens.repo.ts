import type { ApiTokenRow, Db, Tx } from '../../db/schema.ts'

const COLUMNS = [
  ...(['id', 'name', 'prefix', 'permissions', 'created_at', 'last_used', 'expires_at'] as const),
  ...(['plan_id', 'branch_id', 'changes_per_hour', 'nodes_per_hour'] as const),
  ...(['used_since', 'used_changes', 'used_nodes'] as const),
] as const

export async function listTokenRows(db: Db | Tx, userId: string) {
  return db
    .selectFrom('api_tokens')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export type ListedToken = Awaited<ReturnType<typeof listTokenRows>>[number]

export async function countTokens(db: Db | Tx, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('api_tokens')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Undefined when the person has no such token. */
export async function findTokenRow(db: Db | Tx, userId: string, tokenId: string): Promise<ListedToken | undefined> {
  return db
    .selectFrom('api_tokens')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('id', '=', tokenId)
    .executeTakeFirst()
}

export async function updateTokenLimits(
  tx: Tx,
  tokenId: string,
  limits: Pick<ApiTokenRow, 'plan_id' | 'branch_id' | 'changes_per_hour' | 'nodes_per_hour'>,
): Promise<void> {
  await tx.updateTable('api_tokens').set(limits).where('id', '=', tokenId).execute()
}

export async function insertToken(tx: Tx, token: ApiTokenRow): Promise<void> {
  await tx.insertInto('api_tokens').values(token).execute()
}

/** False when the person has no such token. */
export async function deleteToken(tx: Tx, userId: string, tokenId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('api_tokens')
    .where('user_id', '=', userId)
    .where('id', '=', tokenId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

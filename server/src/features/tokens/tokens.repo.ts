import type { ApiTokenRow, Db, Tx } from '../../db/schema.ts'

const COLUMNS = ['id', 'name', 'prefix', 'permissions', 'created_at', 'last_used', 'expires_at'] as const

export async function listTokenRows(db: Db | Tx, userId: string) {
  return db
    .selectFrom('api_tokens')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
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

/** Returns those that there were. */
export async function deleteTokensOf(tx: Tx, userId: string): Promise<{ id: string; name: string }[]> {
  return tx.deleteFrom('api_tokens').where('user_id', '=', userId).returning(['id', 'name']).execute()
}

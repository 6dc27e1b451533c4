import type { Db, IdempotencyKeyRow, Tx } from '../db/schema.ts'

/**
 * Claims the key for this call. Returns the first call's row if there was one; on PostgreSQL this waits for a
 * concurrent first call.
 */
export async function takeKey(tx: Tx, row: IdempotencyKeyRow): Promise<IdempotencyKeyRow | undefined> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return undefined
  return tx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('user_id', '=', row.user_id)
    .where('route', '=', row.route)
    .where('key', '=', row.key)
    .executeTakeFirst()
}

export async function isUsed(
  db: Db | Tx,
  { user_id, route, key }: Pick<IdempotencyKeyRow, 'user_id' | 'route' | 'key'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select('status')
    .where('user_id', '=', user_id)
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

export async function saveReply(
  tx: Tx,
  { user_id, route, key, status, reply, change }: IdempotencyKeyRow,
): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ status, reply, change })
    .where('user_id', '=', user_id)
    .where('route', '=', route)
    .where('key', '=', key)
    .execute()
}

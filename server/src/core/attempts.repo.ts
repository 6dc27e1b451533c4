import type { Db, Tx } from '../db/schema.ts'

/** Counts one more attempt; concurrent ones wait for each other on PostgreSQL. */
export async function countAttempt(tx: Tx, key: string, window_start: string): Promise<void> {
  await tx
    .insertInto('attempts')
    .values({ key, window_start, count: 1 })
    .onConflict((on) =>
      on.columns(['key', 'window_start']).doUpdateSet((eb) => ({ count: eb('attempts.count', '+', 1) })),
    )
    .execute()
}

/** The count under the key since `since`, and the time of the oldest one. */
export async function sumAttempts(db: Db | Tx, key: string, since: string): Promise<{ count: number; oldest: string }> {
  const rows = await db
    .selectFrom('attempts')
    .select(['window_start', 'count'])
    .where('key', '=', key)
    .where('window_start', '>', since)
    .where('count', '>', 0)
    .orderBy('window_start')
    .execute()
  return { count: rows.reduce((sum, row) => sum + row.count, 0), oldest: rows[0]?.window_start ?? since }
}

export async function uncountAttempt(tx: Tx, key: string, window_start: string): Promise<void> {
  await tx
    .updateTable('attempts')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', key)
    .where('window_start', '=', window_start)
    .where('count', '>', 0)
    .execute()
}

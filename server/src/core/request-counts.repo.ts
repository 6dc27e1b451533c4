import type { Db, RequestCountRow, Tx } from '../db/schema.ts'

/** The new count of a server under a key replaces its previous one. */
export async function saveCounts(tx: Tx, rows: readonly RequestCountRow[]): Promise<void> {
  await tx
    .insertInto('request_counts')
    .values(rows)
    .onConflict((on) =>
      on.columns(['minute', 'key', 'server']).doUpdateSet((eb) => ({ count: eb.ref('excluded.count') })),
    )
    .execute()
}

/** What other servers have counted under the keys. */
export async function sumCounts(
  db: Db | Tx,
  { minute, server, keys }: { minute: number; server: string; keys: readonly string[] },
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('request_counts')
    .select((eb) => ['key', eb.fn.sum<number>('count').as('count')])
    .where('minute', '=', minute)
    .where('key', 'in', keys)
    .where('server', '<>', server)
    .groupBy('key')
    .execute()
  return new Map(rows.map(({ key, count }) => [key, count]))
}

export async function deleteCountsBefore(tx: Tx, minute: number): Promise<void> {
  await tx.deleteFrom('request_counts').where('minute', '<', minute).execute()
}

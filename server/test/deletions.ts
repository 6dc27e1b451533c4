import { sql } from 'kysely'
import type { Store } from '../src/db/open.ts'
import type { Tables } from '../src/db/schema.ts'

/** The store, and how many rows each transaction from now on takes out of the tables, if any. */
export function countDeletions(store: Store, tables: readonly (keyof Tables)[]): { store: Store; deleted: number[] } {
  const deleted: number[] = []
  const counts = sql<{ count: number }>`select ${sql.join(
    tables.map((table) => sql`(select count(*) from ${sql.table(table)})`),
    sql` + `,
  )} as count`
  const write: Store['write'] = (work, planId) =>
    store.write(async (tx) => {
      const count = async () => Number((await counts.execute(tx)).rows[0]?.count)
      const before = await count()
      const answer = await work(tx)
      const gone = before - (await count())
      if (gone > 0) deleted.push(gone)
      return answer
    }, planId)
  return { store: { ...store, write }, deleted }
}

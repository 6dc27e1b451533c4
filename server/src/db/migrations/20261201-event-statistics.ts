import { type Kysely, PostgresAdapter, sql } from 'kysely'

// Frozen in time: a migration imports nothing from the application and is never edited once released.

/** Table, index, and how many rows: in all, and with the same value in the first column, the first two, and so on. */
const ROWS = [
  ['events', 'events', '1000000 10000 1'],
  ['events', 'events_by_node', '1000000 10000 10 1'],
  ['events', 'events_by_run', '500000 5000 50 1'],
  ['events', 'events_by_undone', '10000 100 1'],
  ['logs', 'sqlite_autoindex_logs_1', '100000 1000 10 1'],
] as const

/**
 * Tells SQLite, which has no statistics, that a plan has many events and log entries. It otherwise expects ten of each
 * and reads all events of a plan to find those of one run or node.
 */
export async function up(db: Kysely<never>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return
  // Creates the table of statistics, then reads it.
  await sql`analyze sqlite_schema`.execute(db)
  for (const [table, index, stat] of ROWS)
    await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${table}, ${index}, ${stat})`.execute(db)
  await sql`analyze sqlite_schema`.execute(db)
}

import { sql } from 'kysely'
import { isPostgres } from '../db/dialect.ts'
import type { Db, ServerRow, Tx } from '../db/schema.ts'

/** The clock of the database, in milliseconds. */
export async function readDatabaseTime(db: Db | Tx): Promise<number> {
  const time = isPostgres(db) ? sql`extract(epoch from clock_timestamp())` : sql`unixepoch('subsec')`
  const { rows } = await sql<{ seconds: number }>`select ${time} as seconds`.execute(db)
  return Number(rows[0]?.seconds) * 1000
}

/** Servers that start at the same time are checked one after the other. */
export async function lockServers(tx: Tx): Promise<void> {
  if (isPostgres(tx)) await sql`lock table servers in share row exclusive mode`.execute(tx)
}

export async function saveServer(tx: Tx, server: ServerRow): Promise<void> {
  const { id, ...rest } = server
  await tx
    .insertInto('servers')
    .values(server)
    .onConflict((on) => on.column('id').doUpdateSet(rest))
    .execute()
}

export async function listServersSeenSince(db: Db | Tx, time: string): Promise<ServerRow[]> {
  return db.selectFrom('servers').selectAll().where('seen_at', '>', time).execute()
}

export async function deleteServer(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('servers').where('id', '=', id).execute()
}

export async function deleteServersSeenBefore(tx: Tx, time: string): Promise<void> {
  await tx.deleteFrom('servers').where('seen_at', '<', time).execute()
}

/** The revisions of the plans that exist. */
export async function listRevisions(
  db: Db | Tx,
  planIds: readonly string[],
): Promise<{ id: string; revision: number }[]> {
  return db.selectFrom('plans').select(['id', 'revision']).where('id', 'in', planIds).execute()
}

import { type Kysely, sql } from 'kysely'

/** With the kind: SQLite would otherwise read all edges of a plan to find the dependencies of a node. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index edges_by_target`.execute(db)
  await sql`create index edges_by_target on edges (plan_id, target_id, kind, source_id)`.execute(db)
}

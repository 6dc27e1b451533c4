import { type Kysely, PostgresAdapter, sql } from 'kysely'

// Frozen in time: a migration imports nothing from the application and is never edited once released.

/** Who ended a claim. An agent whose claim a person ended is told so. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = db.getExecutor().adapter instanceof PostgresAdapter ? 'text collate "C"' : 'text'
  for (const statement of [
    `alter table claims add column ended_by ${text}`,
    `update claims set ended_by = credential_id where outcome in ('done', 'blocked', 'released', 'handed_over')`,
  ])
    await sql.raw(statement).execute(db)
}

import { type Kysely, PostgresAdapter, sql } from 'kysely'

// Frozen in time: a migration imports nothing from the application and is never edited once released.

/**
 * The due date of a node that is not completed, for the index of due dates. While the index named the status, PostgreSQL
 * gave a node new entries in all of its indexes with each new status.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  const [text, kept] = postgres ? ['text collate "C"', 'stored'] : ['text', 'virtual']
  for (const statement of [
    `alter table nodes add column open_due ${text} generated always as (case when status <> 'completed' then due_date end) ${kept}`,
    'drop index nodes_by_due',
    'create index nodes_by_due on nodes (plan_id, open_due) where open_due is not null and deleted_at is null',
  ])
    await sql.raw(statement).execute(db)
}

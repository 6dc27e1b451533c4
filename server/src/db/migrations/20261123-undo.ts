import { type Kysely, PostgresAdapter, sql } from 'kysely'

// Frozen in time: a migration imports nothing from the application and is never edited once released.
const STATEMENTS = [
  'alter table events add column change integer',
  'alter table events add column undoes integer',
  'create index events_by_undone on events (plan_id, undoes) where undoes is not null',
  'create index events_by_run on events (plan_id, run_id, revision) where run_id is not null',
  'alter table idempotency_keys add column change integer',
  'alter table artifacts add column deleted_at text',
  'alter table artifacts add column deleted_by text',
  'create index artifacts_in_trash on artifacts (plan_id, deleted_at) where deleted_at is not null',
  'create index artifacts_by_trash_time on artifacts (deleted_at) where deleted_at is not null',
]

/** What undo reads: the change that an event belongs to, what it takes back, its run; and the trash of artifacts. */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const statement of STATEMENTS)
    await sql.raw(postgres ? statement.replace(/ text$/, ' text collate "C"') : statement).execute(db)
}

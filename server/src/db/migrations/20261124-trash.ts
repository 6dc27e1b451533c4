import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Who deleted a log entry, and the log entries in the trash of a plan. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = db.getExecutor().adapter instanceof PostgresAdapter ? 'text collate "C"' : 'text'
  await sql.raw(`alter table logs add column deleted_by ${text}`).execute(db)
  await sql
    .raw('create index logs_in_trash_of_plan on logs (plan_id, deleted_at) where deleted_at is not null')
    .execute(db)
}

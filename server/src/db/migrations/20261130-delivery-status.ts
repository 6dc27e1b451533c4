import { type Kysely, sql } from 'kysely'

/** The deliveries of a webhook with one status, by age. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index webhook_deliveries_by_status on webhook_deliveries (webhook_id, status, id)`.execute(db)
}

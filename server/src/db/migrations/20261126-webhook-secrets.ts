import { type Kysely, sql } from 'kysely'

/** The secret before the current one, which signs beside it for a while. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw('alter table webhooks add column old_secret text').execute(db)
  await sql.raw('alter table webhooks add column old_secret_until text').execute(db)
}

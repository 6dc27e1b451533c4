import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw('alter table oauth_grants add column changes integer not null default 0').execute(db)
}

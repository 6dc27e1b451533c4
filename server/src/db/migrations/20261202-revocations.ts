import { type Kysely, sql } from 'kysely'

/** The name that access revocations have everywhere else. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table withdrawals rename to revocations`.execute(db)
  await sql`alter table revocations rename column withdrawal to revocation`.execute(db)
  await sql`drop index withdrawals_by_time`.execute(db)
  await sql`create index revocations_by_time on revocations (at)`.execute(db)
}

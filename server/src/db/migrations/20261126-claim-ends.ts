import { type Kysely, sql } from 'kysely'

const STATEMENTS = `
drop index claims_expired;
create index claims_by_outcome on claims (plan_id, outcome);
create index claims_open_by_user on claims (user_id) where ended_at is null;
`

/** Claims end for more reasons than time, also all claims of a person or an app. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS.split(/;\n/)) if (statement.trim()) await sql.raw(statement).execute(db)
}

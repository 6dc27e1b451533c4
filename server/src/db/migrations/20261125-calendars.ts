import { type Kysely, PostgresAdapter, sql } from 'kysely'

const STATEMENTS = `
create table calendars (
  id text primary key, user_id text not null references users(id) on delete cascade, scope text not null,
  plan_id text references plans(id) on delete cascade, secret_hash text not null unique, created_at text not null,
  unique (user_id, scope)
);
create index calendars_by_plan on calendars (plan_id);
`

/** Compared by code point, like all columns. */
const byCodePoint = (text: string) => text.replaceAll(/ text\b(?! *\()/g, ' text collate "C"')

export async function up(db: Kysely<never>): Promise<void> {
  const text = db.getExecutor().adapter instanceof PostgresAdapter ? byCodePoint(STATEMENTS) : STATEMENTS
  for (const statement of text.split(/;\n/)) if (statement.trim()) await sql.raw(statement).execute(db)
}

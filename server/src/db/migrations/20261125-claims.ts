import { type Kysely, PostgresAdapter, sql } from 'kysely'

const STATEMENTS = `
create table claims (
  id text not null primary key, plan_id text not null, node_id text not null, fence integer not null,
  user_id text not null references users(id) on delete cascade, credential_id text not null, agent text,
  created_at text not null, expires_at text not null, ended_at text, outcome text,
  foreign key (plan_id, node_id) references nodes(plan_id, id) on delete cascade
);
create unique index claims_held on claims (plan_id, node_id) where ended_at is null;
create unique index claims_by_fence on claims (plan_id, node_id, fence);
create index claims_by_expiry on claims (expires_at) where ended_at is null;
create index claims_expired on claims (plan_id) where outcome = 'expired';
create index claims_by_user on claims (user_id);
`

/** Compared by code point, like all columns. */
const byCodePoint = (text: string) => text.replaceAll(/ text\b(?! *\()/g, ' text collate "C"')

export async function up(db: Kysely<never>): Promise<void> {
  const text = db.getExecutor().adapter instanceof PostgresAdapter ? byCodePoint(STATEMENTS) : STATEMENTS
  for (const statement of text.split(/;\n/)) if (statement.trim()) await sql.raw(statement).execute(db)
}

import { type Kysely, PostgresAdapter, sql } from 'kysely'

const STATEMENTS = `
create table webhooks (
  id text primary key, plan_id text not null references plans(id) on delete cascade, url text not null, kinds text,
  secret text not null, is_paused integer not null, disabled_at text, failing_since text,
  created_by text not null references users(id), created_at text not null, last_revision integer not null
);
create index webhooks_by_plan on webhooks (plan_id);
create table webhook_deliveries (
  id text primary key, webhook_id text not null references webhooks(id) on delete cascade, kind text not null,
  revision integer, status text not null, attempts integer not null, next_at text, claim text, code integer,
  duration_ms integer, answer text, created_at text not null, attempted_at text, unique (webhook_id, revision)
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at) where next_at is not null;
create index webhook_deliveries_of on webhook_deliveries (webhook_id, id);
`

/** Compared by code point, like all columns. */
const byCodePoint = (text: string) => text.replaceAll(/ text\b(?! *\()/g, ' text collate "C"')

export async function up(db: Kysely<never>): Promise<void> {
  const text = db.getExecutor().adapter instanceof PostgresAdapter ? byCodePoint(STATEMENTS) : STATEMENTS
  for (const statement of text.split(/;\n/)) if (statement.trim()) await sql.raw(statement).execute(db)
}

import { type Kysely, PostgresAdapter, sql } from 'kysely'

const STATEMENTS = `
create table runs (
  plan_id text not null, run_id text not null, user_id text not null, via text not null,
  first_revision integer not null, last_revision integer not null, started_at text not null, ended_at text not null,
  changes integer not null, events integer not null, primary key (plan_id, run_id)
);
create index runs_by_end on runs (plan_id, last_revision);
create table run_calls (
  user_id text not null references users(id) on delete cascade, run_id text not null, calls integer not null,
  last_at text not null, primary key (user_id, run_id)
);
create index run_calls_by_time on run_calls (last_at);
insert into runs (plan_id, run_id, user_id, via, first_revision, last_revision, started_at, ended_at, changes, events)
  select plan_id, run_id, min(actor_id), min(via), min(revision), max(revision), min(created_at), max(created_at),
    count(distinct coalesce(change, revision)), count(*)
  from events where run_id is not null and via not like '{"kind":"session"%' group by plan_id, run_id;
`

/** Compared by code point, like all columns. */
const byCodePoint = (text: string) => text.replaceAll(/ text\b(?! *\()/g, ' text collate "C"')

/** The runs of agents in each plan, and how many calls each run made. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = db.getExecutor().adapter instanceof PostgresAdapter ? byCodePoint(STATEMENTS) : STATEMENTS
  for (const statement of text.split(/;\n/)) if (statement.trim()) await sql.raw(statement).execute(db)
}

import { type Kysely, PostgresAdapter, sql } from 'kysely'

// Threads, reactions, mentions and read marks. What hangs on an entry is keyed by plan and node like the entry itself, so that a page of a
// node is one range of each table.
const STATEMENTS = `
alter table logs add column parent_id text;
alter table logs add column edited_at text;
alter table logs add column deleted_at text;
update logs set edited_at = updated_at where version > 1;
create index logs_by_parent on logs (plan_id, node_id, parent_id) where parent_id is not null;
create index logs_in_trash on logs (deleted_at) where deleted_at is not null;
create index comments_by_time on logs (plan_id, created_at) where log_type = 'comment' and deleted_at is null;
create table reactions (
  plan_id text not null, node_id text not null, log_id text not null, user_id text not null references users(id),
  emoji text not null, created_at text not null, primary key (plan_id, node_id, log_id, user_id, emoji),
  foreign key (plan_id, node_id, log_id) references logs(plan_id, node_id, id) on delete cascade
);
create table log_mentions (
  plan_id text not null, node_id text not null, log_id text not null, user_id text not null references users(id),
  primary key (plan_id, node_id, log_id, user_id),
  foreign key (plan_id, node_id, log_id) references logs(plan_id, node_id, id) on delete cascade
);
create table node_reads (
  plan_id text not null, node_id text not null, user_id text not null references users(id) on delete cascade,
  seen_at text not null, primary key (plan_id, node_id, user_id),
  foreign key (plan_id, node_id) references nodes(plan_id, id) on delete cascade
);
create index node_reads_by_user on node_reads (user_id, plan_id);
`

/** Compared by code point, like all columns. */
const byCodePoint = (text: string) => text.replaceAll(/ text\b(?! *\()/g, ' text collate "C"')

export async function up(db: Kysely<never>): Promise<void> {
  const text = db.getExecutor().adapter instanceof PostgresAdapter ? byCodePoint(STATEMENTS) : STATEMENTS
  for (const statement of text.split(/;\n/)) if (statement.trim()) await sql.raw(statement).execute(db)
}

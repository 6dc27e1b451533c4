import { type Kysely, PostgresAdapter, sql } from 'kysely'

const STATEMENTS = `
create table watches (
  plan_id text not null, user_id text not null references users(id) on delete cascade, node_id text not null,
  level text not null, primary key (plan_id, user_id, node_id),
  foreign key (plan_id, node_id) references nodes(plan_id, id) on delete cascade
);
create index watches_by_node on watches (plan_id, node_id);
create index watches_by_user on watches (user_id);
`

/** Compared by code point, like all columns. */
const byCodePoint = (text: string) => text.replaceAll(/ text\b(?! *\()/g, ' text collate "C"')

export async function up(db: Kysely<never>): Promise<void> {
  const text = db.getExecutor().adapter instanceof PostgresAdapter ? byCodePoint(STATEMENTS) : STATEMENTS
  for (const statement of text.split(/;\n/)) if (statement.trim()) await sql.raw(statement).execute(db)
}

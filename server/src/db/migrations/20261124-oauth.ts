import { type Kysely, PostgresAdapter, sql } from 'kysely'

const STATEMENTS = `
create table oauth_clients (
  id text primary key, name text not null, host text, redirect_uris text not null, created_at text not null,
  fetched_at text, used_at text
);
create index oauth_clients_by_age on oauth_clients (created_at);
create table oauth_grants (
  id text primary key, user_id text not null references users(id) on delete cascade, client_id text not null,
  client_name text not null, client_host text, redirect_host text not null, scope text not null,
  resource text not null, plan_id text, created_at text not null, last_used text
);
create index oauth_grants_by_user on oauth_grants (user_id);
create index oauth_grants_by_client on oauth_grants (client_id);
create table oauth_codes (
  code_hash text primary key, user_id text not null references users(id) on delete cascade, data text not null,
  grant_id text, expires_at text not null
);
create index oauth_codes_by_user on oauth_codes (user_id);
create index oauth_codes_by_end on oauth_codes (expires_at);
create table oauth_tokens (
  token_hash text primary key, grant_id text not null references oauth_grants(id) on delete cascade,
  kind text not null, scope text not null, used_at text, created_at text not null, expires_at text not null
);
create index oauth_tokens_by_grant on oauth_tokens (grant_id);
create index oauth_tokens_by_end on oauth_tokens (expires_at);
`

/** Compared by code point, like all columns. */
const byCodePoint = (text: string) => text.replaceAll(/ text\b(?! *\()/g, ' text collate "C"')

export async function up(db: Kysely<never>): Promise<void> {
  const text = db.getExecutor().adapter instanceof PostgresAdapter ? byCodePoint(STATEMENTS) : STATEMENTS
  for (const statement of text.split(/;\n/)) if (statement.trim()) await sql.raw(statement).execute(db)
}

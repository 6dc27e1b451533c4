import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Icons of apps, and the keys with which apps prove who they are. */
const STATEMENTS = `
alter table oauth_clients add column logo_uri text;
alter table oauth_clients add column icon_key text;
alter table oauth_clients add column keys text;
alter table oauth_grants add column icon_key text;
create table oauth_icons (key text primary key, image text not null, created_at text not null);
create index oauth_icons_by_age on oauth_icons (created_at);
create index oauth_clients_by_icon on oauth_clients (icon_key) where icon_key is not null;
create index oauth_grants_by_icon on oauth_grants (icon_key) where icon_key is not null;
create table oauth_assertions (id text primary key, expires_at text not null);
create index oauth_assertions_by_end on oauth_assertions (expires_at);
`

/** Compared by code point, like all columns. */
const byCodePoint = (text: string) => text.replaceAll(/ text\b(?! *\()/g, ' text collate "C"')

export async function up(db: Kysely<never>): Promise<void> {
  const text = db.getExecutor().adapter instanceof PostgresAdapter ? byCodePoint(STATEMENTS) : STATEMENTS
  for (const statement of text.split(/;\n/)) if (statement.trim()) await sql.raw(statement).execute(db)
}

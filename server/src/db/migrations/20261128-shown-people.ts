import { type Kysely, PostgresAdapter, sql } from 'kysely'

// Frozen in time: a migration imports nothing from the application and is never edited once released.

const COUNT = 'update installation set people_changes = people_changes + 1'
const CHANGED = (isNot: string) => `new.name ${isNot} old.name or new.avatar_key ${isNot} old.avatar_key`

const SQLITE = [
  `create trigger users_shown after update of name, avatar_key on users when ${CHANGED('is not')} begin ${COUNT}; end`,
]
const POSTGRES = [
  `create function users_shown() returns trigger language plpgsql as $$ begin ${COUNT}; return null; end $$`,
  `create trigger users_shown after update of name, avatar_key on users
    for each row when (${CHANGED('is distinct from')}) execute function users_shown()`,
]

/** Counts the changes of names and avatars, so that rows that show them can be cached. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table installation add column people_changes integer not null default 0`.execute(db)
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const statement of isPostgres ? POSTGRES : SQLITE) await sql.raw(statement).execute(db)
}

import { type Kysely, PostgresAdapter, sql } from 'kysely'

const LIMITS = ['branch_id text', 'changes_per_hour integer', 'nodes_per_hour integer']
const USED = ['used_since text', 'used_changes integer not null default 0', 'used_nodes integer not null default 0']
const COLUMNS = { api_tokens: ['plan_id text', ...LIMITS, ...USED], oauth_grants: [...LIMITS, ...USED] }

export async function up(db: Kysely<never>): Promise<void> {
  // Compared by code point, like all columns.
  const text = db.getExecutor().adapter instanceof PostgresAdapter ? 'text collate "C"' : 'text'
  for (const [table, columns] of Object.entries(COLUMNS))
    for (const column of columns)
      await sql.raw(`alter table ${table} add column ${column.replace('text', text)}`).execute(db)
}

import { type Migration, Migrator, sql } from 'kysely'
import { OperatorError } from '../base/errors.ts'
import { isPostgres } from './dialect.ts'
import type { Db } from './schema.ts'
import { SERVER_ALIVE_MS } from './tables/system.ts'

/** The migrator's own table. */
const APPLIED = 'kysely_migration'

/** On PostgreSQL within one schema: otherwise the migrator takes another schema's tables for its own. */
interface Where {
  schema?: string
  /** The subject of an error message about the database. */
  name: string
}

/**
 * Migrates a database. One with migrations of a newer version, or with running servers of an older one, is not changed:
 * throws `OperatorError`.
 */
export async function migrate(db: Db, migrations: Record<string, Migration>, { schema, name }: Where): Promise<void> {
  const applied = await listApplied(db, schema)
  const foreign = applied.filter((migration) => !(migration in migrations))
  if (foreign.length > 0)
    throw new OperatorError(`${name} was created by an incompatible version of Cairn and was not changed.`)
  // Otherwise the migrator would look at every table to find that it has nothing to do.
  if (applied.length === Object.keys(migrations).length) return
  if (await isOlderServerRunning(db, migrations, schema))
    throw new OperatorError(
      `A server of an older version is running on this database. Stop all servers before you start a new version. If they have stopped, try again in ${SERVER_ALIVE_MS / 1000} seconds.`,
    )
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: schema,
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** The migrations are listed last, because another server of this version may have migrated and started meanwhile. */
async function isOlderServerRunning(db: Db, migrations: object, schema: string | undefined): Promise<boolean> {
  if (!isPostgres(db) || (await listApplied(db, schema)).length === 0) return false
  const { rows: running } = await sql`select 1 from servers
    where seen_at::timestamptz > clock_timestamp() - make_interval(secs => ${SERVER_ALIVE_MS / 1000})`.execute(db)
  return running.length > 0 && (await listApplied(db, schema)).length < Object.keys(migrations).length
}

async function listApplied(db: Db, schema: string | undefined): Promise<string[]> {
  const { rows: tables } = isPostgres(db)
    ? await sql`select 1 from pg_tables where tablename = ${APPLIED} and schemaname = ${schema}`.execute(db)
    : await sql`select 1 from sqlite_master where type = 'table' and name = ${APPLIED}`.execute(db)
  if (tables.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(APPLIED)} order by name`.execute(db)
  return rows.map(({ name }) => name)
}

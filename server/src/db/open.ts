// Opens and migrates the configured database. Its only access is through `reader` and `write`.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { OperatorError } from '../base/errors.ts'
import { makeDataFolder } from '../base/folder.ts'
import { type OutageListeners, watchOutages } from '../base/outages.ts'
import { createCheckpoints } from './checkpoint.ts'
import { holdLock } from './lock.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { createNotifications, type Notifications } from './notify.ts'
import { Unavailable } from './outage.ts'
import { connect, handleOf } from './postgres.ts'
import { openPool } from './postgres-pool.ts'
import { createPostgresQueue } from './postgres-queue.ts'
import type { Db, Tables, Tx } from './schema.ts'
import { createSearchIndex } from './search-index.ts'
import { limitLongReads, readLongOn } from './snapshot.ts'
import { knowConnection, openReader, openWriter, SMALL_CACHE_KIB, sqliteDialect } from './sqlite.ts'
import { createWriteQueue, type Write } from './sqlite-queue.ts'
import { refuseUnfinishedRestore } from './unfinished-restore.ts'

const DATABASE_FILE = 'cairn.db'
/** How a pool is divided between commands and queries. */
const [WRITING_PARTS, READING_PARTS] = [2, 1]

type Greeting = (db: Tx) => Promise<void>

export interface Store {
  kind: 'sqlite' | 'postgres'
  /** For queries; on SQLite it cannot write. */
  reader: Db
  /** For commands: one transaction each. */
  write: Write
  /** Resolves when everything committed before the call can be found by a search. */
  catchUpSearch(): Promise<void>
  /** Messages to and from other servers on the database; null on SQLite, where there are no others. */
  notifications: Notifications | null
  /** From now on `greet` runs first on each new connection; SQLite has only one. */
  greetConnections(greet: Greeting): void
  /** Finishes the writes that are waiting, then closes the database. */
  close(): Promise<void>
}

export const databaseFile = (dataDir: string): string => join(dataDir, DATABASE_FILE)

/**
 * Throws `OperatorError` if the folder is locked by another server or not writable, or its database is damaged or of
 * another version.
 */
export async function openSqliteStore(dataDir: string, onBroken: (error: unknown) => void): Promise<Store> {
  makeDataFolder(dataDir)
  const unlock = holdLock(dataDir)
  try {
    const file = databaseFile(dataDir)
    refuseNewDatabaseBesideData(dataDir)
    const writer = openWriter(file)
    const migrating = new Kysely<Tables>({ dialect: sqliteDialect(writer) })
    await migrate(migrating, migrations, { name: `The database in ${dataDir}` }).catch((error: unknown) => {
      writer.file.close()
      throw error
    })
    const reading = openReader(file)
    const reader = new Kysely<Tables>({ dialect: sqliteDialect(reading) })
    knowConnection(reader.getExecutor(), reading)
    const readingLong = openReader(file, SMALL_CACHE_KIB)
    const longReader = new Kysely<Tables>({ dialect: sqliteDialect(readingLong) })
    knowConnection(longReader.getExecutor(), readingLong)
    const checkpoints = createCheckpoints(writer, file)
    readLongOn(reader, longReader, readingLong, checkpoints.catchUp)
    const onCommit = () => {
      checkpoints.recordCommit()
      index.recordCommit()
    }
    const queue = createWriteQueue(writer, file, { onBroken, onCommit })
    const index = createSearchIndex(reader, queue.write)
    return {
      kind: 'sqlite',
      reader,
      write: queue.write,
      catchUpSearch: index.catchUp,
      notifications: null,
      greetConnections: () => {},
      close: async () => {
        index.stop()
        await queue.drain()
        await reader.destroy()
        await longReader.destroy()
        await checkpoints.stop()
        writer.file.exec('pragma wal_checkpoint(truncate)')
        writer.file.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    if (isDamaged(error))
      throw new OperatorError(`The database in ${dataDir} is damaged and was not changed. Restore a backup.`)
    throw error
  }
}

/**
 * A new database knows none of the uploads, so maintenance would delete them. It would also overwrite the write-ahead
 * log of a database that was moved away.
 */
function refuseNewDatabaseBesideData(dataDir: string): void {
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  const isNew = sizeOf(databaseFile(dataDir)) === 0
  const log = `${databaseFile(dataDir)}-wal`
  if (isNew && sizeOf(log) > 0)
    throw new OperatorError(
      `${dataDir} contains ${DATABASE_FILE}-wal, but not its database ${DATABASE_FILE}. Restore it or a backup, or move ${log} away.`,
    )
  const files = join(dataDir, 'files')
  const hasUploads = () =>
    existsSync(files) &&
    readdirSync(files, { withFileTypes: true }).some((entry) => entry.isDirectory() && entry.name !== 'tmp')
  if (isNew && hasUploads())
    throw new OperatorError(
      `${dataDir} has uploads, but no database. Restore ${DATABASE_FILE} or a backup, or move ${files} away.`,
    )
}

const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26
const isDamaged = (error: unknown): boolean =>
  [SQLITE_CORRUPT, SQLITE_NOTADB].includes(((error as { errcode?: number }).errcode ?? 0) & 0xff) ||
  /malformed|not a database/.test(String(error))

interface PostgresOptions extends OutageListeners {
  /** Connections for queries and commands, together. */
  pool: number
}

/** `url` is a `postgres://` URL; throws `OperatorError` if the database is unreachable or of another version. */
export async function openPostgresStore(url: string, { pool, ...listeners }: PostgresOptions): Promise<Store> {
  const int8 = 20
  const numeric = 1700
  pg.types.setTypeParser(int8, Number)
  pg.types.setTypeParser(numeric, Number)
  // A separate pool, because commands of one plan wait for each other and would take every connection from readers.
  const writing = Math.ceil((pool * WRITING_PARTS) / (WRITING_PARTS + READING_PARTS))
  const outage = watchOutages(listeners)
  let greeting: Greeting = async () => {}
  const greet = (client: pg.ClientBase) => greeting(handleOf(client, writingPool))
  const readingPool = openPool(url, { connections: pool - writing, durable: false, outage, greet })
  const writingPool = openPool(url, { connections: writing, durable: true, outage, greet })
  const reader = connect(readingPool, { rereads: true })
  const writer = connect(writingPool, { rereads: false })
  limitLongReads(reader, Math.ceil((pool - writing) / 2))
  const end = async () => {
    await writer.destroy()
    await reader.destroy()
  }
  try {
    const schema = await currentSchema(writer)
    await refuseUnfinishedRestore(writer)
    await migrate(writer, migrations, { schema, name: 'The database' })
    return {
      kind: 'postgres',
      reader,
      write: createPostgresQueue(writingPool).write,
      catchUpSearch: async () => {},
      notifications: createNotifications(url, reader, schema, outage),
      greetConnections: (greet) => {
        greeting = greet
      },
      close: end,
    }
  } catch (error) {
    await end()
    throw error
  }
}

async function currentSchema(db: Db): Promise<string> {
  try {
    const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db)
    return rows[0]?.schema ?? 'public'
  } catch (error) {
    const { message } = error instanceof Unavailable ? (error.cause as Error) : (error as Error)
    throw new OperatorError(`Cannot connect to the database: ${message}`)
  }
}

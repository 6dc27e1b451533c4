// One SQLite file with two connections: `writer` belongs to the write queue, `reader` serves every read. The driver is
// synchronous, so nothing else runs before a query is answered.
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type LimitNode,
  type QueryExecutor,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { Pace } from './pace.ts'

/** Preparing costs 30 µs and uncached statements leak; the product has about 200 different queries. */
const STATEMENTS_MAX = 500
const BUSY_TIMEOUT_MS = 250
/** 32 MB for each of the two connections; SQLite takes a negative number as KiB. */
const CACHE_KIB = -32_768
/** For a connection that reads each page once. */
export const SMALL_CACHE_KIB = -2_048
/**
 * How much of a long transaction stays in memory until its commit, which writes it in one turn; the rest goes to the
 * log immediately.
 */
const LONG_CACHE_KIB = -4_096
type Value = null | number | bigint | string | Uint8Array
interface Prepared {
  statement: StatementSyncInstance
  /** Names of the result's columns; null for a statement that returns no rows. */
  columns: string[] | null
  mayWrite: boolean
}

/** Runs compiled queries on one file handle and caches its prepared statements, evicting the least recently used. */
export class SqliteConnection implements DatabaseConnection {
  readonly #statements = new Map<string, Prepared>()
  readonly file: DatabaseSyncInstance
  /** Counts the statements that may have written, so a caller can detect writes in between. */
  writes = 0
  /** Yields between statements once it has begun. The caller ensures that no one else uses the connection meanwhile. */
  readonly pace = new Pace()
  constructor(file: DatabaseSyncInstance) {
    this.file = file
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const result = this.run<R>(sql, parameters)
    if (this.pace.isOver()) await this.pace.rest()
    return result
  }

  /** For the rest of a long transaction. */
  shrinkCache(): void {
    this.file.exec(`pragma cache_size = ${LONG_CACHE_KIB}`)
  }
  restoreCache(): void {
    this.file.exec(`pragma cache_size = ${CACHE_KIB}`)
  }

  /** Returns synchronously: callers that know SQLite need not wait. */
  run<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    const { statement, columns, mayWrite } = this.#prepare(sql)
    const values = parameters as Value[]
    if (mayWrite) this.writes++
    if (columns) {
      const rows = statement.all(...values) as unknown as Value[][]
      return { rows: rows.map((row) => toObject(columns, row) as R) }
    }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }

  #prepare(sql: string): Prepared {
    const kept = this.#statements.get(sql)
    if (kept) {
      // Reordering costs more than a query saves, so it starts only when an eviction is near.
      if (this.#statements.size > STATEMENTS_MAX / 2) {
        this.#statements.delete(sql)
        this.#statements.set(sql, kept)
      }
      return kept
    }
    const statement = this.file.prepare(sql)
    const columns = statement.columns().map((column) => column.name)
    if (columns.length > 0) statement.setReturnArrays(true)
    const made = { statement, columns: columns.length > 0 ? columns : null, mayWrite: !isRead(sql) }
    this.#statements.set(sql, made)
    if (this.#statements.size > STATEMENTS_MAX) {
      const [oldest] = this.#statements.keys()
      if (oldest !== undefined) this.#statements.delete(oldest)
    }
    return made
  }
}

const isRead = (sql: string): boolean => /^\s*(select|with)\b/i.test(sql) && !/\b(insert|update|delete)\b/i.test(sql)

/**
 * Arrays from the driver, objects created here: a third faster, and ordinary objects instead of ones without a
 * prototype.
 */
function toObject(columns: string[], row: Value[]): Record<string, Value> {
  const object: Record<string, Value> = {}
  for (let i = 0; i < columns.length; i++) object[columns[i] as string] = row[i] as Value
  return object
}

const direct = new WeakMap<QueryExecutor, SqliteConnection>()

/** Registers the connection behind this executor for `connectionOf`; the returned function removes it. */
export function knowConnection(executor: QueryExecutor, connection: SqliteConnection): () => void {
  direct.set(executor, connection)
  return () => direct.delete(executor)
}

/** The connection behind a handle's executor; undefined on PostgreSQL, and after the command. */
export const connectionOf = (executor: QueryExecutor): SqliteConnection | undefined => direct.get(executor)

/** Every query uses the same connection; the write queue, not the driver, decides who uses it when. */
function driverFor(connection: SqliteConnection): Driver {
  const exec = (sql: string) => async () => connection.file.exec(sql)
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: exec('begin immediate'),
    commitTransaction: exec('commit'),
    rollbackTransaction: exec('rollback'),
    savepoint: async (_, name) => connection.file.exec(`savepoint ${name}`),
    releaseSavepoint: async (_, name) => connection.file.exec(`release ${name}`),
    rollbackToSavepoint: async (_, name) => connection.file.exec(`rollback to ${name}`),
    destroy: async () => connection.file.close(),
  }
}

/** SQLite rolls schema changes back like any other, so an interrupted migration leaves nothing behind. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** SQLite prepares a statement again each time that it binds `limit ?`, which costs more than most queries; not `+?`. */
class FixedLimitCompiler extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit +')
    this.visitNode(limit)
  }
}

export const sqliteDialect = (connection: SqliteConnection): Dialect => ({
  createDriver: () => driverFor(connection),
  createAdapter: () => new TransactionalSqliteAdapter(),
  createQueryCompiler: () => new FixedLimitCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
})

/** The writing connection: WAL, and every commit is on disk before it returns. Verifies its settings. */
export function openWriter(path: string): SqliteConnection {
  const file = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: BUSY_TIMEOUT_MS })
  file.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = ${CACHE_KIB}`)
  const mode = file.prepare('pragma journal_mode').get() as { journal_mode: string }
  const sync = file.prepare('pragma synchronous').get() as { synchronous: number }
  if (mode.journal_mode !== 'wal' || sync.synchronous !== 2)
    throw new Error('SQLite refused WAL with synchronous=FULL.')
  return new SqliteConnection(file)
}

/** A read-only connection; it sees every commit of the writer. */
export function openReader(path: string, cacheKib = CACHE_KIB): SqliteConnection {
  const file = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  file.exec(`pragma cache_size = ${cacheKib}; pragma query_only = on`)
  return new SqliteConnection(file)
}

// Kysely on PostgreSQL: one client of the pool at a time, hot queries prepared by name, and 503 instead of a broken
// connection's error.
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { overloaded, storageFull } from '../base/errors.ts'
import { CommandHandle, handleProps } from './command-handle.ts'
import { codeOf, isAway, Unavailable } from './outage.ts'
import type { Pool } from './postgres-pool.ts'
import type { Tables, Tx } from './schema.ts'

/** PostgreSQL canceled a statement, or has no space left. */
const [TOO_LONG, DISK_FULL] = ['57014', '53100']
const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** PostgreSQL plans a query with a name once per connection. */
const names = new Map<string, string>()
export function giveName(sql: string, name = `p${names.size}`): void {
  if (!names.has(sql)) names.set(sql, name)
}
export const nameOf = (sql: string): string | undefined => names.get(sql)

/** Whether a command has `numAffectedRows`. */
export const changesRows = (command: string): boolean => CHANGES.has(command)

/** The error that a caller receives for an error of the driver, which may be part of an outage. */
export function explain(error: unknown, { outage }: Pool): unknown {
  if (codeOf(error) === TOO_LONG) return overloaded()
  if (codeOf(error) === DISK_FULL) return storageFull()
  if (!isAway(error)) return error
  outage.failed(error)
  return new Unavailable(error)
}

export class PostgresConnection implements DatabaseConnection {
  #client: pg.PoolClient
  #released = false
  #broken = false
  readonly #pool: Pool
  /** A query outside of a transaction may be repeated on another connection if it only reads. */
  readonly #rereads: boolean
  inTransaction = false
  #begun: Promise<unknown> | undefined

  constructor(client: pg.PoolClient, pool: Pool, { rereads }: { rereads: boolean }) {
    this.#client = client
    this.#pool = pool
    this.#rereads = rereads
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await this.#run(sql, parameters)
    } catch (error) {
      if (!this.#broken || !this.#rereads || this.inTransaction) throw error
      await this.#replaceClient()
      return this.#run(sql, parameters)
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }

  /**
   * Begins a transaction that only reads, with its first query: a round trip less. If beginning fails, so does
   * `endReading`.
   */
  beginReading(sql: string): void {
    this.inTransaction = true
    this.#begun = this.#run(sql, [])
    // `endReading` throws its error. Until then no one waits for it.
    this.#begun.catch(() => {})
  }

  /** Does not wait for the commit, which has nothing to keep: the next queries on this connection come after it. */
  async endReading(): Promise<void> {
    await this.#begun
    // A failure belongs to the connection, which the pool then drops.
    this.#run('commit', []).catch(() => {})
    this.inTransaction = false
  }

  /** Whether `beginReading` began the transaction. */
  get isReading(): boolean {
    return this.#begun !== undefined
  }

  release(): void {
    if (!this.#released) this.#client.release(this.#broken)
    this.#released = true
  }

  /** Messages of one turn are sent to the socket together: each write costs more than building its message. */
  #gather(): void {
    const { stream } = this.#client.connection
    if (stream.writableCorked > 0) return
    stream.cork()
    process.nextTick(() => stream.uncork())
  }

  async #run<R>(text: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    this.#gather()
    try {
      const { command, rowCount, rows } = await this.#client.query({
        text,
        values: parameters as unknown[],
        name: nameOf(text),
      })
      this.#pool.outage.worked()
      return changesRows(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
    } catch (error) {
      const told = explain(error, this.#pool)
      if (told instanceof Unavailable) this.#broken = true
      throw told
    }
  }

  async #replaceClient(): Promise<void> {
    this.release()
    this.#client = await this.#pool.connect()
    this.#released = false
    this.#broken = false
  }
}

function driverFor(pool: Pool, options: { rereads: boolean }): Driver {
  const raw = (connection: DatabaseConnection, sql: string) => connection.executeQuery(CompiledQuery.raw(sql))
  const close = async (connection: PostgresConnection, sql: 'commit' | 'rollback') => {
    await raw(connection, sql)
    connection.inTransaction = false
  }
  return {
    init: async () => {},
    acquireConnection: async () => new PostgresConnection(await pool.connect(), pool, options),
    releaseConnection: async (connection) => (connection as PostgresConnection).release(),
    beginTransaction: async (connection, { isolationLevel, accessMode }: TransactionSettings) => {
      const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
      const sql = `begin${level}${accessMode ? ` ${accessMode}` : ''}`
      const own = connection as PostgresConnection
      if (accessMode === 'read only') return own.beginReading(sql)
      own.inTransaction = true
      await raw(own, sql)
    },
    commitTransaction: (connection) => {
      const own = connection as PostgresConnection
      return own.isReading ? own.endReading() : close(own, 'commit')
    },
    rollbackTransaction: (connection) => close(connection as PostgresConnection, 'rollback'),
    destroy: () => pool.end(),
  }
}

export const postgresDialect = (pool: Pool, options: { rereads: boolean }): Dialect => ({
  createDriver: () => driverFor(pool, options),
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
})

/** Asks on this one connection. */
export function handleOf(client: pg.ClientBase, pool: Pool): Tx {
  const connection = new PostgresConnection(client as pg.PoolClient, pool, { rereads: false })
  return new CommandHandle(connection, handleProps(postgresDialect(pool, { rereads: false }))).tx
}

/** With `rereads`, for queries only: repeated once if its connection breaks. */
export const connect = (pool: Pool, options: { rereads: boolean }) =>
  new Kysely<Tables>({ dialect: postgresDialect(pool, options) })

// Kysely on PostgreSQL: one client of the pool at a time, hot queries prepared by name, and 503 instead of a broken connection's error.
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
import { overloaded, storageFull } from '../core/errors.ts'
import { CommandHandle, handleProps } from './command-handle.ts'
import { codeOf, isAway, Unavailable } from './outage.ts'
import type { Pool } from './postgres-pool.ts'
import type { Tables, Tx } from './schema.ts'

/** PostgreSQL gave a statement up, or has no room for what it writes. */
const [TOO_LONG, DISK_FULL] = ['57014', '53100']
const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** PostgreSQL plans a query with a name once per connection. */
const names = new Map<string, string>()
export function giveName(sql: string): void {
  if (!names.has(sql)) names.set(sql, `p${names.size}`)
}

export class PostgresConnection implements DatabaseConnection {
  #client: pg.PoolClient
  #released = false
  #broken = false
  readonly #pool: Pool
  /** A query outside of a transaction may be asked again on another connection, if all it does is read. */
  readonly #rereads: boolean
  inTransaction = false
  /** How many statements have changed something. */
  writes = 0
  #failure: { error: unknown } | null = null

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

  /**
   * Sends a statement whose answer nobody needs, and does not wait for it. When it fails, so does everything after it in its transaction;
   * `failure` says why.
   */
  send(sql: string, parameters: readonly unknown[]): void {
    this.writes++
    this.#run(sql, parameters).catch(this.#note)
  }

  /** The same for statements without parameters. */
  sendText(sql: string): void {
    this.exec(sql).catch(this.#note)
  }

  /** Why the first of what was sent without waiting failed, as far as that is known; a rollback forgets it. */
  get failure(): { error: unknown } | null {
    return this.#failure
  }

  /** False when PostgreSQL rolled back instead, because a statement had failed. */
  async commit(): Promise<boolean> {
    const isDone = (await this.exec('commit')) === 'COMMIT'
    this.#failure = null
    return isDone
  }

  async rollback(sql: string): Promise<void> {
    await this.exec(sql)
    this.#failure = null
  }

  readonly #note = (error: unknown): void => {
    this.#failure ??= { error }
  }

  /** One or more statements without parameters, in one message; answers the command that the last one was. */
  async exec(sql: string): Promise<string> {
    this.#gather()
    try {
      const result: unknown = await this.#client.query(sql)
      return ((Array.isArray(result) ? result.at(-1) : result) as pg.QueryResult).command
    } catch (error) {
      throw this.#expected(error)
    }
  }

  /** Whether a statement failed, so that PostgreSQL refuses all others until a rollback. */
  get isAborted(): boolean {
    return this.#client.getTransactionStatus() === 'E'
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }

  release(): void {
    if (!this.#released) this.#client.release(this.#broken)
    this.#released = true
  }

  /** What is sent in one turn of the promises goes to the socket at once: each write costs more than making its message. */
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
        name: names.get(text),
      })
      this.#pool.outage.worked()
      if (!CHANGES.has(command)) return { rows }
      this.writes++
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
    } catch (error) {
      throw this.#expected(error)
    }
  }

  #expected(error: unknown): unknown {
    if (codeOf(error) === TOO_LONG) return overloaded()
    if (codeOf(error) === DISK_FULL) return storageFull()
    if (!isAway(error)) return error
    this.#broken = true
    this.#pool.outage.failed(error)
    return new Unavailable(error)
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
  const close = async (connection: DatabaseConnection, sql: 'commit' | 'rollback') => {
    await raw(connection, sql)
    ;(connection as PostgresConnection).inTransaction = false
  }
  return {
    init: async () => {},
    acquireConnection: async () => new PostgresConnection(await pool.connect(), pool, options),
    releaseConnection: async (connection) => (connection as PostgresConnection).release(),
    beginTransaction: async (connection, { isolationLevel, accessMode }: TransactionSettings) => {
      ;(connection as PostgresConnection).inTransaction = true
      const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
      await raw(connection, `begin${level}${accessMode ? ` ${accessMode}` : ''}`)
    },
    commitTransaction: (connection) => close(connection, 'commit'),
    rollbackTransaction: (connection) => close(connection, 'rollback'),
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

/** With `rereads`, for queries only: one whose connection breaks is asked once more. */
export const connect = (pool: Pool, options: { rereads: boolean }) =>
  new Kysely<Tables>({ dialect: postgresDialect(pool, options) })

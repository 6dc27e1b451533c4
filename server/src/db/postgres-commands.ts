// The connection of commands on PostgreSQL: sends the queries of one turn together, after the pending writes that no
// caller waits for.
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type pg from 'pg'
import { Unavailable } from './outage.ts'
import { changesRows, explain, giveName, nameOf } from './postgres.ts'
import { type Answer, Batch, type Statement, toText } from './postgres-batch.ts'
import type { Pool } from './postgres-pool.ts'

/** A command that waits for something else looks like one that waits for PostgreSQL, so PostgreSQL ends it. */
const IDLE_MAX = '2s'
const LIMIT_IDLE = `set local idle_in_transaction_session_timeout = '${IDLE_MAX}'`
const LOCK_PLAN = 'select 1 from plans where id = $1 for no key update'
const [SAVEPOINT, RELEASE] = ['savepoint command', 'release savepoint command']
for (const sql of ['begin', LIMIT_IDLE, LOCK_PLAN, SAVEPOINT, RELEASE, 'commit']) giveName(sql, sql)

interface Failure {
  error: unknown
  /** The caller received the error; otherwise the statement was sent without waiting, and later ones find it. */
  hasCaller: boolean
}

export class CommandConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #pool: Pool
  #isBroken = false
  #unsent: Statement[] = []
  #isSending = false
  #failure: Failure | null = null
  /** How many statements have changed something. */
  writes = 0

  constructor(client: pg.PoolClient, pool: Pool) {
    this.#client = client
    this.#pool = pool
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, count, rows } = await this.#ask(sql, parameters)
    if (!changesRows(command)) return { rows: rows as R[] }
    this.writes++
    return { rows: rows as R[], numAffectedRows: BigInt(count) }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }

  /**
   * A change without result rows. It is sent with the next query; if it fails, the rest of its transaction fails too.
   */
  change(sql: string, parameters: readonly unknown[]): void {
    this.writes++
    this.#send(sql, parameters)
  }

  /** The plan's lock is acquired before the first command reads anything. */
  begin(planId: string | null): void {
    this.#send('begin')
    this.#send(LIMIT_IDLE)
    if (planId !== null) this.#send(LOCK_PLAN, [planId])
  }

  setSavepoint(): void {
    this.#send(SAVEPOINT)
  }

  #send(sql: string, parameters: readonly unknown[] = []): void {
    this.#unsent.push({ text: sql, name: nameOf(sql), values: parameters.map(toText), answer: null })
  }

  /** The first failed statement of the transaction; all later ones failed, too. A rollback clears it. */
  get failure(): Failure | null {
    return this.#failure
  }

  /** Throws if anything has failed; then nothing is committed, and the transaction is over. */
  async commit(): Promise<void> {
    try {
      const { command } = await this.#ask('commit', [])
      if (command !== 'COMMIT') throw this.#failure?.error ?? new Error('PostgreSQL rolled back without saying why.')
    } catch (error) {
      if (!(error instanceof Unavailable)) await this.rollback()
      throw error
    }
  }

  /** Waits for everything sent; throws if any of it failed. */
  async releaseSavepoint(): Promise<void> {
    await this.#ask(RELEASE, [])
  }

  async rollbackToSavepoint(): Promise<void> {
    await this.#rollBack(`rollback to ${SAVEPOINT}; ${RELEASE}`)
  }

  async rollback(): Promise<void> {
    await this.#rollBack('rollback')
  }

  async #rollBack(sql: string): Promise<void> {
    this.#flush()
    try {
      await this.#client.query(sql)
    } catch (error) {
      throw this.#explain(error, true)
    }
    this.#failure = null
  }

  /** Returns it to the pool, unless it broke or a failed transaction is still open. */
  release(): void {
    this.#client.release(this.#isBroken || this.#failure !== null)
  }

  async #ask(sql: string, parameters: readonly unknown[]): Promise<Answer> {
    const values = parameters.map(toText)
    const answer = await new Promise<Answer>((resolve, reject) => {
      this.#unsent.push({ text: sql, name: nameOf(sql), values, answer: { resolve, reject } })
      if (this.#isSending) return
      this.#isSending = true
      // After this turn, other queries have joined.
      process.nextTick(() => this.#flush())
    })
    this.#pool.outage.worked()
    return answer
  }

  #flush(): void {
    this.#isSending = false
    if (this.#unsent.length === 0) return
    this.#client.query(new Batch(this.#unsent, this.#explain))
    this.#unsent = []
  }

  readonly #explain = (error: unknown, hasCaller: boolean): unknown => {
    const told = explain(error, this.#pool)
    this.#failure ??= { error: told, hasCaller }
    if (!(told instanceof Unavailable)) return this.#failure.error
    this.#isBroken = true
    return told
  }
}

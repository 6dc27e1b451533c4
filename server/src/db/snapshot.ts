import { isUnavailable } from '../base/errors.ts'
import { isPostgres } from './dialect.ts'
import { withinTurn } from './pace.ts'
import type { Db, Tx } from './schema.ts'
import type { SqliteConnection } from './sqlite.ts'

const WAITED = 'A snapshot awaited something other than ctx.db. Do it before or after.'

/**
 * Runs queries that see one moment: rows, and their revision. In a command the plan's lock ensures that. On SQLite
 * nothing is written while a reader's queries run within one turn.
 */
export async function snapshot<C extends { db: Db | Tx }, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  const { db } = ctx
  if (db.isTransaction) return work(ctx)
  if (!isPostgres(db)) return withinTurn(work(ctx), () => new Error(WAITED))
  const read = () =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => work({ ...ctx, db: tx }))
  try {
    return await read()
  } catch (error) {
    // The connection broke; another one may work.
    if (isUnavailable(error)) return read()
    throw error
  }
}

/** A SQLite connection that reads in its own transactions, one at a time, beside the main reader. */
interface SnapshotReader {
  db: Db
  connection: SqliteConnection
  idle: Promise<unknown>
}
const snapshotReaders = new WeakMap<Db | Tx, SnapshotReader>()

/** From now on `longSnapshot` knows where to read on behalf of `reader`. */
export function knowSnapshotReader(reader: Db, db: Db, connection: SqliteConnection): void {
  snapshotReaders.set(reader, { db, connection, idle: Promise.resolve() })
}

/**
 * Like `snapshot`, for reads so long that they yield to the event loop. On SQLite these snapshots run one after the
 * other.
 */
export async function longSnapshot<C extends { db: Db | Tx }, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  const reader = snapshotReaders.get(ctx.db)
  if (!reader) return snapshot(ctx, work)
  const { db, connection } = reader
  const result = reader.idle.then(async () => {
    connection.file.exec('begin')
    connection.pace.begin()
    try {
      return await work({ ...ctx, db })
    } finally {
      connection.pace.end()
      connection.file.exec('commit')
    }
  })
  reader.idle = result.catch(() => {})
  return result
}

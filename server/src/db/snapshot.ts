import { isUnavailable } from '../base/errors.ts'
import { FairTasks } from '../base/fair-tasks.ts'
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

/** Who reads. */
interface Reading {
  db: Db | Tx
  actor: { id: string }
}

/** How long reads run on behalf of a reader. */
interface LongReads {
  tasks: FairTasks
  open<C extends Reading, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T>
}
const longReads = new WeakMap<Db | Tx, LongReads>()

/**
 * From now on long reads of `reader` on SQLite use a connection of their own, one at a time. `prepare` is awaited before
 * each, while no long read keeps the log from beginning again.
 */
export function readLongOn(reader: Db, db: Db, connection: SqliteConnection, prepare: () => Promise<void>): void {
  longReads.set(reader, {
    tasks: new FairTasks(1),
    open: async (ctx, work) => {
      await prepare()
      connection.file.exec('begin')
      connection.pace.begin()
      try {
        return await work({ ...ctx, db })
      } finally {
        connection.pace.end()
        connection.file.exec('commit')
      }
    },
  })
}

/** From now on at most so many long reads of `reader` on PostgreSQL have a connection at a time. */
export function limitLongReads(reader: Db, atOnce: number): void {
  longReads.set(reader, { tasks: new FairTasks(atOnce), open: snapshot })
}

/** Like `snapshot`, for reads so long that they yield to the event loop. People who wait take turns. */
export async function longSnapshot<C extends Reading, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  const reads = longReads.get(ctx.db)
  return reads ? reads.tasks.run(ctx.actor.id, () => reads.open(ctx, work)) : snapshot(ctx, work)
}

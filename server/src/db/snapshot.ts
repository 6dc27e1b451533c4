import { isUnavailable } from '../core/errors.ts'
import { withinTurn } from '../core/turn.ts'
import { isPostgres } from './dialect.ts'
import type { Db, Tx } from './schema.ts'

const WAITED = 'A snapshot awaited something other than ctx.db. Do it before or after.'

/**
 * Runs queries that together describe one moment: rows, and the revision they are of. In a command the plan's lock sees to that. On
 * SQLite nothing is written while a reader's queries follow on one another within a turn.
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
    // Its connection broke; another one may work.
    if (isUnavailable(error)) return read()
    throw error
  }
}

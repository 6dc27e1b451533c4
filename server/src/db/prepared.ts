// Kysely builds and compiles a query in 5 µs, more than SQLite needs to run it. A hot query is compiled once and then
// only binds values; everything else uses the ordinary builder.
import { type Compilable, type CompiledQuery, PostgresAdapter, type QueryExecutor } from 'kysely'
import { giveName } from './postgres.ts'
import { CommandConnection } from './postgres-commands.ts'
import type { Db, Tx } from './schema.ts'
import { connectionOf } from './sqlite.ts'

class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}
type Row<Q> = Q extends Compilable<infer R> ? R : never
type Param<P> = <K extends keyof P & string>(name: K) => P[K]

interface Ready {
  query: CompiledQuery
  /** For each parameter the name of the value to bind, or null for one that is part of the query. */
  slots: (string | null)[]
  isSilent: boolean
}

function compile(query: CompiledQuery): Ready {
  return {
    query,
    slots: query.parameters.map((value) => (value instanceof Slot ? value.name : null)),
    isSilent: isSilent(query),
  }
}

/** Whether a query only changes rows and returns none. */
const isSilent = ({ query }: CompiledQuery): boolean =>
  (query.kind === 'InsertQueryNode' || query.kind === 'UpdateQueryNode' || query.kind === 'DeleteQueryNode') &&
  query.returning === undefined

/** `prepared<Params>()((db, p) => query)`: built once per dialect, with `p('name')` where a value will be bound. */
export const prepared =
  <P extends object>() =>
  <Q extends Compilable<unknown>>(build: (db: Db, p: Param<P>) => Q) => {
    // The adapter is what all handles of one database share.
    const compiled = new WeakMap<object, Ready>()
    return async (db: Db | Tx, values: P): Promise<Row<Q>[]> => {
      const executor = db.getExecutor()
      let ready = compiled.get(executor.adapter)
      if (!ready) {
        ready = compile(build(db, (name) => new Slot(name) as never).compile())
        compiled.set(executor.adapter, ready)
        if (executor.adapter instanceof PostgresAdapter) giveName(ready.query.sql)
      }
      const { query, slots, isSilent } = ready
      const parameters = slots.map((name, i) => (name === null ? query.parameters[i] : values[name as keyof P]))
      return runCompiled<Row<Q>>(executor, query, { parameters, isSilent })
    }
  }

/** Runs a query whose text is the same for all values: PostgreSQL plans it once per connection. */
export function runNamed<R>(db: Db | Tx, query: CompiledQuery<R>): Promise<R[]> {
  const executor = db.getExecutor()
  if (executor.adapter instanceof PostgresAdapter) giveName(query.sql)
  return runCompiled<R>(executor, query, { parameters: query.parameters, isSilent: false })
}

/** Runs a change that returns no rows: a command on PostgreSQL does not wait for it. Not for hot queries. */
export async function change(tx: Tx, built: Compilable<unknown>): Promise<void> {
  const query = built.compile()
  if (!isSilent(query)) throw new Error('This query returns rows.')
  await runCompiled(tx.getExecutor(), query, { parameters: query.parameters, isSilent: true })
}

/** Goes around Kysely's layers where there is one connection, and its (absent) plugins elsewhere. */
async function runCompiled<R>(
  executor: QueryExecutor,
  { sql, query, queryId }: CompiledQuery,
  { parameters, isSilent }: { parameters: readonly unknown[]; isSilent: boolean },
): Promise<R[]> {
  const connection = connectionOf(executor)
  if (connection) {
    const { rows } = connection.run<R>(sql, parameters)
    if (connection.pace.isOver()) await connection.pace.rest()
    return rows
  }
  return executor.provideConnection(async (pooled) => {
    // A command need not wait for it: if it fails, later statements and the commit fail too.
    if (isSilent && pooled instanceof CommandConnection) {
      pooled.change(sql, parameters)
      return []
    }
    return (await pooled.executeQuery<R>({ sql, query, queryId, parameters })).rows
  })
}

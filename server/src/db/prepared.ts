// Kysely builds and compiles a query in 5 µs, more than SQLite needs to run it. A hot query is compiled once and then only
// binds values; everything else uses the ordinary builder.
import type { Compilable, CompiledQuery } from 'kysely'
import type { Db, Tx } from './schema.ts'

class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}
type Row<Q> = Q extends Compilable<infer R> ? R : never
type Param<P> = <K extends keyof P & string>(name: K) => P[K]

/** `prepared<Params>()((db, p) => query)`: built once per dialect, with `p('name')` where a value will be bound. */
export const prepared =
  <P extends object>() =>
  <Q extends Compilable<unknown>>(build: (db: Db, p: Param<P>) => Q) => {
    // The adapter is what all handles of one database share.
    const compiled = new WeakMap<object, CompiledQuery>()
    return async (db: Db | Tx, values: P): Promise<Row<Q>[]> => {
      const executor = db.getExecutor()
      const dialect = executor.adapter
      let query = compiled.get(dialect)
      if (!query) {
        query = build(db, (name) => new Slot(name) as never).compile()
        compiled.set(dialect, query)
      }
      const parameters = query.parameters.map((value) =>
        value instanceof Slot ? values[value.name as keyof P] : value,
      )
      const bound = { ...query, parameters }
      // Straight to the connection: there are no plugins to pass through.
      const { rows } = await executor.provideConnection((connection) => connection.executeQuery(bound))
      return rows as Row<Q>[]
    }
  }

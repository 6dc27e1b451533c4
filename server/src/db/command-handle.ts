import {
  type ConnectionProvider,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  type KyselyProps,
  type QueryExecutor,
  Transaction,
} from 'kysely'
import type { Tables, Tx } from './schema.ts'

/** Shared by all handles of one database. */
export function handleProps(dialect: Dialect): KyselyProps {
  const executor = new Kysely<Tables>({ dialect }).getExecutor()
  return { config: { dialect }, dialect, driver: dialect.createDriver(), executor }
}

/**
 * The `ctx.db` of one command. Rejects queries after the command ends, so a missing `await` cannot write to another
 * savepoint.
 */
export class CommandHandle implements ConnectionProvider {
  readonly tx: Tx
  readonly executor: QueryExecutor
  #open = true
  readonly #connection: DatabaseConnection
  constructor(connection: DatabaseConnection, props: KyselyProps) {
    this.#connection = connection
    this.executor = props.executor.withConnectionProvider(this)
    this.tx = new Transaction<Tables>({ ...props, executor: this.executor })
  }
  async provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    if (!this.#open) throw new Error('This command is over: a query was not awaited, or ctx.db was kept.')
    return consumer(this.#connection)
  }
  close(): void {
    this.#open = false
  }
}

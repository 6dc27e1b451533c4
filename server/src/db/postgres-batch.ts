// Statements that are sent to PostgreSQL in one message and answered in one. Sent one by one, each would be a write to
// the socket and wake both processes.
import pg from 'pg'

export interface Statement {
  text: string
  /** PostgreSQL plans a statement with a name once per connection. */
  name: string | undefined
  values: readonly Value[]
  /** Null if no caller waits for it; its rows are dropped. */
  answer: {
    resolve(answer: Answer): void
    reject(error: unknown): void
  } | null
}

export interface Answer {
  /** `SELECT`, `UPDATE`, `COMMIT` … */
  command: string
  /** The number of rows read or changed. */
  count: number
  rows: Row[]
}
type Row = Record<string, unknown>
/** A value as it travels. */
type Value = string | null

/** A connection of the driver, as its own queries use it. */
interface Connection {
  stream: { cork(): void; uncork(): void; destroy(): void }
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(statement: { name: string | undefined; text: string }): void
  bind(to: { statement: string | undefined; values: readonly Value[] }): void
  describe(what: { type: 'P' }): void
  execute(): void
  sync(): void
}
interface Column {
  name: string
  parse(text: string): unknown
}
/** The columns of a connection's named statements: they do not change, and are requested once. */
const columnsOf = new WeakMap<Connection, Map<string, Column[]>>()

/**
 * Converts an error of the driver into the one that callers receive; `hasCaller`: a caller waits for the statement that
 * failed.
 */
type Explain = (error: unknown, hasCaller: boolean) => unknown

/**
 * One query for the driver. If a statement fails, PostgreSQL skips the rest, and all of them get the same error. For
 * use in a transaction.
 */
export class Batch extends pg.Query {
  readonly #statements: readonly Statement[]
  readonly #explain: Explain
  /** The statement that is answered next; the driver records by `name` and `text` that it is prepared. */
  #at = 0
  name: string | undefined
  text: string | undefined
  /** Set by the driver, which times the batch. */
  declare callback?: (error?: unknown) => void
  #known = new Map<string, Column[]>()
  #columns: Column[] = []
  #rows: Row[] = []

  constructor(statements: readonly Statement[], explain: Explain) {
    super('')
    this.#statements = statements
    this.#explain = explain
  }

  // The driver calls what follows.

  override submit = (submittedTo: unknown): void => {
    const connection = submittedTo as Connection
    this.#known = columnsOf.get(connection) ?? new Map()
    columnsOf.set(connection, this.#known)
    connection.stream.cork()
    for (const statement of this.#statements) this.#send(connection, statement)
    connection.sync()
    connection.stream.uncork()
    this.#expect(0)
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: pg.types.getTypeParser(dataTypeID, 'text') }))
  }

  handleDataRow({ fields }: { fields: Value[] }): void {
    const row: Row = {}
    this.#columns.forEach(({ name, parse }, i) => {
      const text = fields[i] ?? null
      row[name] = text === null ? null : parse(text)
    })
    this.#rows.push(row)
  }

  handleCommandComplete({ text }: { text: string }): void {
    if (this.name !== undefined) this.#known.set(this.name, this.#columns)
    const words = text.split(' ')
    this.#statements[this.#at]?.answer?.resolve({
      command: words[0] ?? '',
      count: Number(words.at(-1)) || 0,
      rows: this.#rows,
    })
    this.#expect(this.#at + 1)
  }

  handleReadyForQuery(): void {
    this.callback?.()
  }

  handleError(error: unknown, { submittedNamedStatements }: Connection): void {
    const told = this.#explain(error, Boolean(this.#statements[this.#at]?.answer))
    for (const { name, answer } of this.#statements.slice(this.#at)) {
      // PostgreSQL has skipped it, so it may not be prepared.
      if (name !== undefined) delete submittedNamedStatements[name]
      answer?.reject(told)
    }
    this.#at = this.#statements.length
    this.callback?.(error)
  }

  #expect(at: number): void {
    const statement = this.#statements[at]
    this.#at = at
    this.name = statement?.name
    this.text = statement?.text
    this.#rows = []
    this.#columns = (this.name !== undefined && this.#known.get(this.name)) || []
  }

  #send(connection: Connection, { name, text, values, answer }: Statement): void {
    const { parsedStatements, submittedNamedStatements } = connection
    if (name === undefined || !(name in parsedStatements || name in submittedNamedStatements)) {
      connection.parse({ name, text })
      if (name !== undefined) submittedNamedStatements[name] = text
    }
    connection.bind({ statement: name, values })
    if (answer && !(name !== undefined && this.#known.has(name))) connection.describe({ type: 'P' })
    connection.execute()
  }
}

/** A value, or a list of values, as PostgreSQL reads it; throws when it is neither. */
export function toText(value: unknown): Value {
  if (!Array.isArray(value)) return scalarText(value)
  const items = value.map(scalarText).map((text) => (text === null ? 'NULL' : `"${text.replace(/["\\]/g, '\\$&')}"`))
  return `{${items.join(',')}}`
}

function scalarText(value: unknown): Value {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  throw new TypeError(`PostgreSQL is sent texts, numbers, booleans and lists of them, not this: ${typeof value}.`)
}

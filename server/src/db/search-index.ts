// The full-text index on SQLite follows the tables in batches (see the first migration). On PostgreSQL the database does it itself.
import { sql } from 'kysely'
import type { Write } from '../core/write-queue.ts'
import type { Db, Tx } from './schema.ts'

const SEARCHED = ['plans', 'nodes', 'logs', 'artifacts'] as const
/** Rows a batch; it holds up other writes for about 5 ms. */
const BATCH_ROWS = 500
/** After this long without a search the index follows by itself, so that no search ever finds much to do. */
const FOLLOW_MS = 1_000

export interface SearchIndex {
  /** Resolves when everything that was committed before the call can be found. */
  catchUp(): Promise<void>
  /** Something was committed. */
  noteCommit(): void
  stop(): void
}

export function createSearchIndex(reader: Db, write: Write): SearchIndex {
  let timer: NodeJS.Timeout | undefined

  async function catchUp(): Promise<void> {
    for (const table of SEARCHED) while (await isBehind(reader, table)) await write((tx) => indexBatch(tx, table))
  }

  return {
    catchUp,
    noteCommit: () => {
      timer ??= setTimeout(() => {
        timer = undefined
        // A full disk or an overloaded queue: the next commit or search tries again.
        catchUp().catch(() => {})
      }, FOLLOW_MS).unref()
    },
    stop: () => clearTimeout(timer),
  }
}

type Searched = (typeof SEARCHED)[number]

async function isBehind(reader: Db, table: Searched): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(`${table}_to_index`)} limit 1`.execute(reader)
  return rows.length > 0
}

/** Brings up to `BATCH_ROWS` noted rows of a table into the index. */
async function indexBatch(tx: Tx, table: Searched): Promise<void> {
  const [noted, index] = [sql.table(`${table}_to_index`), sql.table(`${table}_search`)]
  const { rows } = await sql<{ row: number; indexed_text: string | null; search_text: string | null }>`
    select noted.row, noted.indexed_text, source.search_text
    from ${noted} as noted left join ${sql.table(table)} as source on source.rowid = noted.row
    order by noted.row limit ${BATCH_ROWS}`.execute(tx)
  for (const { row, indexed_text, search_text } of rows) {
    if (indexed_text !== null)
      await sql`insert into ${index} (${index}, rowid, search_text) values ('delete', ${row}, ${indexed_text})`.execute(
        tx,
      )
    if (search_text !== null)
      await sql`insert into ${index} (rowid, search_text) values (${row}, ${search_text})`.execute(tx)
  }
  const last = rows.at(-1)
  if (last) await sql`delete from ${noted} where row <= ${last.row}`.execute(tx)
}

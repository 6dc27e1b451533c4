// The full-text index on SQLite follows the tables in batches (see the first migration). On PostgreSQL the database
// does it itself.
import { type RawBuilder, sql } from 'kysely'
import { planTokenOf } from './dialect.ts'
import type { Db, Tx } from './schema.ts'
import type { Write } from './sqlite-queue.ts'

const SEARCHED = ['plans', 'nodes', 'logs', 'artifacts'] as const
/** A batch indexes slices for this long; then other writes have their turn. */
const BATCH_MS = 5
/**
 * Rows of a slice, and about so many bytes of their text. To reach the search text of a row, SQLite reads all its long
 * texts first: half a millisecond.
 */
const SLICE_ROWS = 50
const SLICE_BYTES = 256 * 1024
/** Without searches, the index catches up after this long, so a search never finds much to do. */
const FOLLOW_MS = 1_000

export interface SearchIndex {
  /** Resolves when everything committed before the call is indexed. */
  catchUp(): Promise<void>
  /** Something was committed. */
  recordCommit(): void
  stop(): void
}

export function createSearchIndex(reader: Db, write: Write): SearchIndex {
  let timer: NodeJS.Timeout | undefined

  async function catchUp(): Promise<void> {
    for (const table of SEARCHED) {
      // Counted once: writers that never pause must not delay a search.
      for (let left = await countPending(reader, table); left > 0; ) {
        const rows = await write((tx) => indexBatch(tx, table))
        if (rows === 0) break
        left -= rows
      }
    }
  }

  return {
    catchUp,
    recordCommit: () => {
      timer ??= setTimeout(() => {
        timer = undefined
        // Its own commits are reported too; with nothing left to index it stops. After a full disk or an overloaded
        // queue, the next commit or search retries.
        catchUp().catch(() => {})
      }, FOLLOW_MS).unref()
    },
    stop: () => clearTimeout(timer),
  }
}

type Searched = (typeof SEARCHED)[number]

async function countPending(reader: Db, table: Searched): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(`${table}_to_index`)}`.execute(reader)
  return rows[0]?.count ?? 0
}

/** Indexes changed rows of a table and returns their number, 0 when none are left. */
async function indexBatch(tx: Tx, table: Searched): Promise<number> {
  const until = performance.now() + BATCH_MS
  let indexed = 0
  do {
    const rows = await indexSlice(tx, table)
    if (rows === 0) break
    indexed += rows
  } while (performance.now() < until)
  return indexed
}

/**
 * The entries of the noted rows up to `last`. SQLite keeps the order of a cross join; otherwise it may read all of the
 * table up to that row.
 */
export function entriesUpTo(table: Searched, last: number): RawBuilder<unknown> {
  const planId = sql.ref(table === 'plans' ? 'source.id' : 'source.plan_id')
  return sql`
    select source.rowid, source.search_text || ' ' || ${planTokenOf(planId)}
    from ${sql.table(`${table}_to_index`)} as noted cross join ${sql.table(table)} as source on source.rowid = noted.row
    where noted.row <= ${last}`
}

/** Removes the old entries of the next changed rows, adds the new ones, and returns the number of rows. */
async function indexSlice(tx: Tx, table: Searched): Promise<number> {
  const [noted, index, source] = [sql.table(`${table}_to_index`), sql.table(`${table}_search`), sql.table(table)]
  // Measured before the running sum, which would copy every text of the rows that it orders.
  const { rows } = await sql<{ last: number | null }>`
    with measured as materialized (
      select noted.row, coalesce(octet_length(noted.indexed_text), 0) + coalesce(octet_length(source.search_text), 0) as bytes
      from (select row from ${noted} order by row limit ${sql.lit(SLICE_ROWS)}) as pending
      join ${noted} as noted on noted.row = pending.row
      left join ${source} as source on source.rowid = noted.row
    )
    select max(row) as last from (
      select row, sum(bytes) over (order by row) - bytes as bytes_before from measured
    ) where bytes_before < ${SLICE_BYTES}`.execute(tx)
  const last = rows[0]?.last
  if (last === undefined || last === null) return 0
  await sql`insert into ${index} (${index}, rowid, search_text)
    select 'delete', row, indexed_text from ${noted} where row <= ${last} and indexed_text is not null`.execute(tx)
  await sql`insert into ${index} (rowid, search_text) ${entriesUpTo(table, last)}`.execute(tx)
  const { numAffectedRows = 0n } = await sql`delete from ${noted} where row <= ${last}`.execute(tx)
  return Number(numAffectedRows)
}

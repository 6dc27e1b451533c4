// Inserts of whole rows: for copies, drafts and other new trees.
import { sql } from 'kysely'
import { childrenOfBelow, isOneOf, sliceRows, slicesOf } from '../../db/dialect.ts'
import type { Db, NodeRow, Tx } from '../../db/schema.ts'
import { COLUMNS } from './nodes.repo.ts'

/** Rows of one insert: SQLite binds at most 32,766 values. */
const INSERT_ROWS = 500
/** And about this many characters of text. */
const INSERT_CHARACTERS = 1_000_000

export async function insertNodes(tx: Tx, nodes: readonly NodeRow[]): Promise<void> {
  for (const rows of statementsOf(nodes)) await tx.insertInto('nodes').values(rows).execute()
}

/** The nodes in the parts that one statement inserts. */
export function statementsOf(nodes: readonly NodeRow[]): NodeRow[][] {
  const statements: NodeRow[][] = []
  for (let first = 0, end = 0; first < nodes.length; first = end) {
    let characters = 0
    while (end < nodes.length && end - first < INSERT_ROWS && characters < INSERT_CHARACTERS)
      characters += charactersOf(nodes[end++])
    statements.push(nodes.slice(first, end))
  }
  return statements
}

const charactersOf = (row: NodeRow | undefined): number =>
  row === undefined
    ? 0
    : row.search_text.length +
      [row.description, row.acceptance_criteria, row.context, row.agent_instructions].reduce(
        (sum, text) => sum + (text?.length ?? 0),
        0,
      )

const selectFullRows = (tx: Db | Tx, planId: string) =>
  tx
    .selectFrom('nodes')
    .select([...COLUMNS, 'instructions_by', 'search_text', 'deleted_at', 'deleted_with', 'deleted_by'])
    .where('plan_id', '=', planId)
    .where('deleted_at', 'is', null)

/** Undeleted nodes with every column, for copying. */
export async function listFullNodeRows(tx: Db | Tx, planId: string): Promise<NodeRow[]> {
  const rows: NodeRow[] = []
  const limit = sliceRows(tx)
  for (let last = ''; ; last = rows.at(-1)?.id ?? last) {
    const page = await selectFullRows(tx, planId).where('id', '>', last).orderBy('id').limit(limit).execute()
    rows.push(...page)
    if (page.length < limit) return rows
  }
}

/** Like `listFullNodeRows`, for subtrees, none of which contains another, unordered; at most `max` nodes in total. */
export async function listFullSubtreeRows(
  tx: Tx,
  planId: string,
  nodeIds: readonly string[],
  max: number,
): Promise<NodeRow[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive below(id) as (
      select id from nodes where plan_id = ${planId} and ${isOneOf(tx, sql.ref('id'), nodeIds)} and deleted_at is null
      union all
      select nodes.id from ${childrenOfBelow(tx, planId)}
    ) select id from below limit ${max}`.execute(tx)
  const found: NodeRow[] = []
  for (const slice of slicesOf(tx, rows)) {
    const ids = slice.map(({ id }) => id)
    found.push(
      ...(await selectFullRows(tx, planId)
        .where(isOneOf(tx, sql.ref('id'), ids))
        .execute()),
    )
  }
  return found
}

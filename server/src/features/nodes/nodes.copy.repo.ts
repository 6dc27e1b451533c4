// Whole rows, many at once: for copies, drafts and everything else that begins with a tree.
import { sql } from 'kysely'
import { rest } from '../../core/turn.ts'
import { childrenOfBelow, isOneOf } from '../../db/dialect.ts'
import type { NodeRow, Tx } from '../../db/schema.ts'
import { COLUMNS } from './nodes.repo.ts'

/** Rows an insert may carry at once: SQLite binds at most 32,766 values. */
const INSERT_ROWS = 500
/** About so many characters of text are written in one turn. */
const INSERT_CHARACTERS = 4_000_000

export async function insertNodes(tx: Tx, nodes: readonly NodeRow[]): Promise<void> {
  for (let first = 0, end = 0; first < nodes.length; first = end) {
    if (first > 0) await rest()
    let characters = 0
    while (end < nodes.length && end - first < INSERT_ROWS && characters < INSERT_CHARACTERS)
      characters += charactersOf(nodes[end++])
    await tx.insertInto('nodes').values(nodes.slice(first, end)).execute()
  }
}

const charactersOf = (row: NodeRow | undefined): number =>
  row === undefined
    ? 0
    : row.search_text.length +
      [row.description, row.acceptance_criteria, row.context, row.agent_instructions].reduce(
        (sum, text) => sum + (text?.length ?? 0),
        0,
      )

/** Rows read in one turn: of a whole plan, and of a subtree, whose nodes may all have the longest texts. */
const READ_ROWS = 2_000
const SUBTREE_ROWS = 50

const selectFullRows = (tx: Tx, planId: string) =>
  tx
    .selectFrom('nodes')
    .select([...COLUMNS, 'search_text', 'deleted_at', 'deleted_with', 'deleted_by'])
    .where('plan_id', '=', planId)
    .where('deleted_at', 'is', null)

/** Living nodes with every column, to be copied. */
export async function listFullNodeRows(tx: Tx, planId: string): Promise<NodeRow[]> {
  const rows: NodeRow[] = []
  for (let last = ''; ; last = rows.at(-1)?.id ?? last) {
    const page = await selectFullRows(tx, planId).where('id', '>', last).orderBy('id').limit(READ_ROWS).execute()
    rows.push(...page)
    if (page.length < READ_ROWS) return rows
    await rest()
  }
}

/** The same of subtrees, none of which is in another, in no order; no more than `max` nodes in all. */
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
  for (let first = 0; first < rows.length; first += SUBTREE_ROWS) {
    if (first > 0) await rest()
    const ids = rows.slice(first, first + SUBTREE_ROWS).map(({ id }) => id)
    found.push(
      ...(await selectFullRows(tx, planId)
        .where(isOneOf(tx, sql.ref('id'), ids))
        .execute()),
    )
  }
  return found
}

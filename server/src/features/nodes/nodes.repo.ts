// Reads of one node or some.
import { type SelectQueryBuilder, sql } from 'kysely'
import { addTo } from '../../base/lists.ts'
import { assigneeIds, isOneOf, sliceRows, slicesOf } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, NodeRow, Tables, Tx } from '../../db/schema.ts'

/** The text columns, whose total size is limited per plan. */
export const TEXTS = [
  'title',
  'description',
  'acceptance_criteria',
  'context',
  'agent_instructions',
  'metadata',
] as const satisfies readonly (keyof NodeRow)[]

export const COLUMNS = [
  'nodes.id',
  'nodes.plan_id',
  'nodes.parent_id',
  'nodes.title',
  'nodes.node_type',
  'nodes.status',
  'nodes.order_index',
  'nodes.description',
  'nodes.due_date',
  'nodes.acceptance_criteria',
  'nodes.context',
  'nodes.agent_instructions',
  'nodes.comment_count',
  'nodes.artifact_count',
  'nodes.metadata',
  'nodes.version',
  'nodes.created_at',
  'nodes.updated_at',
] as const

/** With values derived from other rows: its children and assignees. */
const withSurroundings = <O>(query: SelectQueryBuilder<Tables, 'nodes', O>) =>
  query.select((eb) => [
    assigneeIds(eb).as('assignee_ids'),
    eb
      .selectFrom('nodes as child')
      .select((of) => of.fn.countAll<number>().as('count'))
      .whereRef('child.plan_id', '=', 'nodes.plan_id')
      .whereRef('child.parent_id', '=', 'nodes.id')
      .where('child.deleted_at', 'is', null)
      .as('child_count'),
    eb
      .selectFrom('nodes as child')
      .select((of) => of.fn.countAll<number>().as('count'))
      .whereRef('child.plan_id', '=', 'nodes.plan_id')
      .whereRef('child.parent_id', '=', 'nodes.id')
      .where('child.deleted_at', 'is', null)
      .where('child.status', '=', 'completed')
      .as('completed_child_count'),
  ])

const find = prepared<{ plan_id: string; id: string }>()((db, p) =>
  withSurroundings(
    db
      .selectFrom('nodes')
      .select(COLUMNS)
      .where('nodes.plan_id', '=', p('plan_id'))
      .where('nodes.id', '=', p('id'))
      .where('nodes.deleted_at', 'is', null),
  ),
)
export type FoundNode = Awaited<ReturnType<typeof find>>[number]

export async function findNode(db: Db | Tx, planId: string, nodeId: string): Promise<FoundNode | undefined> {
  const [row] = await find(db, { plan_id: planId, id: nodeId })
  return row
}

export async function findManyNodes(db: Db | Tx, planId: string, nodeIds: readonly string[]): Promise<FoundNode[]> {
  const [only] = nodeIds
  if (only !== undefined && nodeIds.length === 1) return find(db, { plan_id: planId, id: only })
  const found: FoundNode[] = []
  for (const ids of slicesOf(db, nodeIds))
    found.push(
      ...(await withSurroundings(
        db
          .selectFrom('nodes')
          .select(COLUMNS)
          .where('nodes.plan_id', '=', planId)
          .where(isOneOf(db, sql.ref('nodes.id'), ids))
          .where('nodes.deleted_at', 'is', null),
      ).execute()),
    )
  return found
}

/** The undeleted nodes whose id ends in one of `ends`, by that end: a query for each length. */
export async function findNodeIdsEnding(
  db: Db | Tx,
  planId: string,
  ends: readonly string[],
): Promise<Map<string, string[]>> {
  const byLength = new Map<number, string[]>()
  for (const end of new Set(ends)) addTo(byLength, end.length, end)
  const found = new Map<string, string[]>()
  for (const [length, some] of byLength) {
    const end = sql<string>`substr(${sql.ref('id')}, ${sql.lit(ID_LENGTH + 1 - length)})`
    const rows = await db
      .selectFrom('nodes')
      .select(['id', end.as('end')])
      .where('plan_id', '=', planId)
      .where(isOneOf(db, end, some))
      .where('deleted_at', 'is', null)
      .execute()
    for (const row of rows) addTo(found, row.end, row.id)
  }
  return found
}
const ID_LENGTH = 36

const listChildrenFrom = prepared<{ plan_id: string; parent_id: string; from: number; to: number }>()((db, p) =>
  withSurroundings(
    db
      .selectFrom('nodes')
      .select(COLUMNS)
      .where('nodes.plan_id', '=', p('plan_id'))
      .where('nodes.parent_id', '=', p('parent_id'))
      .where('nodes.order_index', '>=', p('from'))
      .where('nodes.order_index', '<', p('to'))
      .where('nodes.deleted_at', 'is', null)
      .orderBy('nodes.order_index'),
  ),
)

/** The undeleted children of a node in their order, which is dense. */
export async function listChildren(db: Db | Tx, planId: string, parentId: string): Promise<FoundNode[]> {
  const rows = sliceRows(db)
  const children: FoundNode[] = []
  for (let from = 0; ; from += rows) {
    const slice = await listChildrenFrom(db, { plan_id: planId, parent_id: parentId, from, to: from + rows })
    children.push(...slice)
    if (slice.length < rows) return children
  }
}

const findRootNode = prepared<{ plan_id: string }>()((db, p) =>
  db
    .selectFrom('nodes')
    .select('id')
    .where('plan_id', '=', p('plan_id'))
    // A literal, because a bound value prevents use of the index of roots.
    .where('node_type', '=', sql.lit('root' satisfies NodeRow['node_type']))
    .where('deleted_at', 'is', null),
)

/** The id of the plan's one root node, if it has one. */
export async function findRootId(db: Db | Tx, planId: string): Promise<string | undefined> {
  const [root] = await findRootNode(db, { plan_id: planId })
  return root?.id
}

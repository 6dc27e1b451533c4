import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { assigneeIds } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, NodeRow, Tables, Tx } from '../../db/schema.ts'

const COLUMNS = [
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

/** With what is counted from the rows around it: its children and who it is assigned to. */
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

const findTitle = prepared<{ plan_id: string; id: string }>()((db, p) =>
  db
    .selectFrom('nodes')
    .select(['id', 'title'])
    .where('plan_id', '=', p('plan_id'))
    .where('id', '=', p('id'))
    .where('deleted_at', 'is', null),
)

/** Just enough to know that a node lives and what it is called. */
export async function findNodeTitle(db: Db | Tx, planId: string, nodeId: string) {
  const [row] = await findTitle(db, { plan_id: planId, id: nodeId })
  return row
}

const list = prepared<{ plan_id: string }>()((db, p) =>
  db.selectFrom('nodes').select(COLUMNS).where('plan_id', '=', p('plan_id')).where('deleted_at', 'is', null),
)
export type ListedNode = Awaited<ReturnType<typeof list>>[number]

/** Every living node of a plan, in no order. */
export const listNodeRows = (db: Db | Tx, planId: string): Promise<ListedNode[]> => list(db, { plan_id: planId })

/** Who is assigned to what in a plan, first assignment first. */
export async function listPlanAssignees(db: Db | Tx, planId: string) {
  return db
    .selectFrom('assignments')
    .select(['node_id', 'user_id'])
    .where('plan_id', '=', planId)
    .orderBy('id')
    .execute()
}

export async function findManyNodes(db: Db | Tx, planId: string, nodeIds: readonly string[]): Promise<FoundNode[]> {
  if (nodeIds.length === 0) return []
  return withSurroundings(
    db
      .selectFrom('nodes')
      .select(COLUMNS)
      .where('nodes.plan_id', '=', planId)
      .where('nodes.id', 'in', nodeIds)
      .where('nodes.deleted_at', 'is', null),
  ).execute()
}

export async function listChildren(db: Db | Tx, planId: string, parentId: string | null): Promise<FoundNode[]> {
  return withSurroundings(
    db
      .selectFrom('nodes')
      .select(COLUMNS)
      .where('nodes.plan_id', '=', planId)
      .where('nodes.parent_id', parentId === null ? 'is' : '=', parentId)
      .where('nodes.deleted_at', 'is', null)
      .orderBy('nodes.order_index'),
  ).execute()
}

const findParentOf = prepared<{ plan_id: string; id: string }>()((db, p) =>
  db
    .selectFrom('nodes')
    .select(['parent_id', 'node_type'])
    .where('plan_id', '=', p('plan_id'))
    .where('id', '=', p('id'))
    .where('deleted_at', 'is', null),
)

/** From the node up to the top level, itself first, as ids; empty when the node does not live in this plan. */
export async function listAncestorIds(db: Db | Tx, planId: string, nodeId: string): Promise<string[]> {
  const ids: string[] = []
  for (let id: string | null = nodeId; id; ) {
    const [row]: { parent_id: string | null }[] = await findParentOf(db, { plan_id: planId, id })
    if (!row) return []
    ids.push(id)
    id = row.parent_id
  }
  return ids
}

// `cross join` makes SQLite go from parents to children by the index; with `join` it tries every node of the plan for each parent.

async function height(db: Db | Tx, planId: string, top: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ height: number }>`
    with recursive below(id, level) as (
      select id, 1 from nodes where plan_id = ${planId} and ${top} and deleted_at is null
      union all
      select nodes.id, below.level + 1 from below cross join nodes
      where nodes.parent_id = below.id and nodes.plan_id = ${planId} and nodes.deleted_at is null
    ) select coalesce(max(level), 0) as height from below`.execute(db)
  return rows[0]?.height ?? 0
}

/** How many levels the subtree has, the node itself being the first. */
export const subtreeHeight = (db: Db | Tx, planId: string, nodeId: string) => height(db, planId, sql`id = ${nodeId}`)

/** How many levels the plan has. */
export const planHeight = (db: Db | Tx, planId: string) => height(db, planId, sql`parent_id is null`)

const maxOrderIndex = (topLevel: boolean) =>
  prepared<{ plan_id: string; parent_id: string | null }>()((db, p) => {
    const siblings = db
      .selectFrom('nodes')
      .select('order_index')
      .where('plan_id', '=', p('plan_id'))
      .where('deleted_at', 'is', null)
      .orderBy('order_index', 'desc')
      .limit(1)
    return topLevel
      ? siblings.where('parent_id', 'is', null)
      : siblings.where('parent_id', '=', p('parent_id') as string)
  })
const lastAtTopLevel = maxOrderIndex(true)
const lastUnderParent = maxOrderIndex(false)

/** How many siblings there are under a parent: sibling order is dense, so the last one tells. */
export async function countSiblings(tx: Tx, planId: string, parentId: string | null): Promise<number> {
  const [last] = await (parentId === null ? lastAtTopLevel : lastUnderParent)(tx, {
    plan_id: planId,
    parent_id: parentId,
  })
  return last ? last.order_index + 1 : 0
}

const findRootNode = prepared<{ plan_id: string }>()((db, p) =>
  db
    .selectFrom('nodes')
    .select('id')
    .where('plan_id', '=', p('plan_id'))
    .where('parent_id', 'is', null)
    .where('node_type', '=', 'root')
    .where('deleted_at', 'is', null),
)

/** The id of the plan's one root node, if it has one. */
export async function findRootId(db: Db | Tx, planId: string): Promise<string | undefined> {
  const [root] = await findRootNode(db, { plan_id: planId })
  return root?.id
}

/** Makes room for, or closes the gap of, `by` siblings from `from` on. */
export async function shiftSiblings(
  tx: Tx,
  place: { plan_id: string; parent_id: string | null; from: number; by: number },
): Promise<void> {
  await tx
    .updateTable('nodes')
    .set((eb) => ({ order_index: eb('order_index', '+', place.by) }))
    .where('plan_id', '=', place.plan_id)
    .where('parent_id', place.parent_id === null ? 'is' : '=', place.parent_id)
    .where('order_index', '>=', place.from)
    .where('deleted_at', 'is', null)
    .execute()
}

const insert = prepared<NodeRow>()((db, p) =>
  db.insertInto('nodes').values({
    id: p('id'),
    plan_id: p('plan_id'),
    parent_id: p('parent_id'),
    title: p('title'),
    node_type: p('node_type'),
    status: p('status'),
    order_index: p('order_index'),
    description: p('description'),
    due_date: p('due_date'),
    acceptance_criteria: p('acceptance_criteria'),
    context: p('context'),
    agent_instructions: p('agent_instructions'),
    comment_count: p('comment_count'),
    artifact_count: p('artifact_count'),
    metadata: p('metadata'),
    version: p('version'),
    search_text: p('search_text'),
    created_at: p('created_at'),
    updated_at: p('updated_at'),
    deleted_at: p('deleted_at'),
    deleted_with: p('deleted_with'),
  }),
)
export const insertNode = (tx: Tx, node: NodeRow) => insert(tx, node)

/** Rows an insert may carry at once: SQLite binds at most 32,766 values. */
const INSERT_ROWS = 500

export async function insertNodes(tx: Tx, nodes: readonly NodeRow[]): Promise<void> {
  for (let first = 0; first < nodes.length; first += INSERT_ROWS)
    await tx
      .insertInto('nodes')
      .values(nodes.slice(first, first + INSERT_ROWS))
      .execute()
}

const selectFullRows = (tx: Tx, planId: string) =>
  tx
    .selectFrom('nodes')
    .select([...COLUMNS, 'search_text', 'deleted_at', 'deleted_with'])
    .where('plan_id', '=', planId)
    .where('deleted_at', 'is', null)

/** Living nodes with every column, to be copied. */
export const listFullNodeRows = (tx: Tx, planId: string): Promise<NodeRow[]> => selectFullRows(tx, planId).execute()

/** The same of a subtree, in no order; no more than `max` of its nodes. */
export async function listFullSubtreeRows(tx: Tx, planId: string, nodeId: string, max: number): Promise<NodeRow[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive below(id) as (
      select id from nodes where plan_id = ${planId} and id = ${nodeId} and deleted_at is null
      union all
      select nodes.id from below cross join nodes
      where nodes.parent_id = below.id and nodes.plan_id = ${planId} and nodes.deleted_at is null
    ) select id from below limit ${max}`.execute(tx)
  const ids = rows.map(({ id }) => id)
  return selectFullRows(tx, planId).where('id', 'in', ids).execute()
}

type StatusChange = Pick<NodeRow, 'plan_id' | 'id' | 'status' | 'version' | 'updated_at'>
const updateStatus = prepared<StatusChange>()((db, p) =>
  db
    .updateTable('nodes')
    .set({ status: p('status'), version: p('version'), updated_at: p('updated_at') })
    .where('plan_id', '=', p('plan_id'))
    .where('id', '=', p('id')),
)
export const updateNodeStatus = (tx: Tx, change: StatusChange) => updateStatus(tx, change)

const bump = (counter: 'comment_count' | 'artifact_count') =>
  prepared<{ plan_id: string; id: string; by: number }>()((db, p) =>
    db
      .updateTable('nodes')
      .set((eb) => ({ [counter]: eb(counter, '+', p('by')) }))
      .where('plan_id', '=', p('plan_id'))
      .where('id', '=', p('id')),
  )
export const bumpCommentCount = bump('comment_count')
export const bumpArtifactCount = bump('artifact_count')

export async function updateNode(tx: Tx, planId: string, nodeId: string, patch: Partial<NodeRow>): Promise<void> {
  await tx.updateTable('nodes').set(patch).where('plan_id', '=', planId).where('id', '=', nodeId).execute()
}

/** Sends a living subtree to the trash and tells how many nodes of each status went. */
export async function trashSubtree(tx: Tx, planId: string, nodeId: string, now: string): Promise<StatusCounts> {
  const { rows } = await sql<{ status: NodeRow['status'] }>`
    with recursive below(id) as (
      select id from nodes where plan_id = ${planId} and id = ${nodeId} and deleted_at is null
      union all
      select nodes.id from below cross join nodes
      where nodes.parent_id = below.id and nodes.plan_id = ${planId} and nodes.deleted_at is null
    ) update nodes set deleted_at = ${now}, deleted_with = ${nodeId} where plan_id = ${planId} and id in (select id from below)
    returning status`.execute(tx)
  return countStatuses(rows)
}

export interface StatusCounts {
  node_count: number
  completed_count: number
  in_progress_count: number
  blocked_count: number
}

export const countStatuses = (rows: readonly Pick<NodeRow, 'status'>[]): StatusCounts => ({
  node_count: rows.length,
  completed_count: rows.filter((row) => row.status === 'completed').length,
  in_progress_count: rows.filter((row) => row.status === 'in_progress').length,
  blocked_count: rows.filter((row) => row.status === 'blocked').length,
})

/** A node that was itself deleted (and did not go along with another), from the trash. */
export async function findTrashedNode(db: Db | Tx, planId: string, nodeId: string) {
  return db
    .selectFrom('nodes')
    .select(COLUMNS)
    .where('plan_id', '=', planId)
    .where('id', '=', nodeId)
    .where('deleted_with', '=', nodeId)
    .executeTakeFirst()
}

/** The nodes that a person deleted and can take back, latest first. */
export async function listTrashedNodes(db: Db | Tx, planId: string): Promise<ListedNode[]> {
  return db
    .selectFrom('nodes')
    .select(COLUMNS)
    .where('plan_id', '=', planId)
    .where('deleted_at', 'is not', null)
    .whereRef('deleted_with', '=', 'id')
    .orderBy('deleted_at', 'desc')
    .limit(1_000)
    .execute()
}

/** Brings back a node and all that went along with it. */
export async function untrash(tx: Tx, planId: string, nodeId: string): Promise<string[]> {
  const rows = await tx
    .updateTable('nodes')
    .set({ deleted_at: null, deleted_with: null })
    .where('plan_id', '=', planId)
    .where('deleted_with', '=', nodeId)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

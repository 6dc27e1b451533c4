import { type QueryExecutor, sql } from 'kysely'
import { isInList, listOf, readInSlices } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, EdgeRow, Tx } from '../../db/schema.ts'

const COLUMNS = [
  'edges.id',
  'edges.plan_id',
  'edges.source_id',
  'edges.target_id',
  'edges.kind',
  'edges.version',
  'edges.created_at',
] as const

/** Edges whose both ends are undeleted, oldest first. */
const living = (db: Db | Tx, planId: string) =>
  db
    .selectFrom('edges')
    .innerJoin('nodes as source', (join) =>
      join.onRef('source.plan_id', '=', 'edges.plan_id').onRef('source.id', '=', 'edges.source_id'),
    )
    .innerJoin('nodes as target', (join) =>
      join.onRef('target.plan_id', '=', 'edges.plan_id').onRef('target.id', '=', 'edges.target_id'),
    )
    .select(COLUMNS)
    .where('edges.plan_id', '=', planId)
    .where('source.deleted_at', 'is', null)
    .where('target.deleted_at', 'is', null)
    .orderBy('edges.id')

/** Reading so many takes a few milliseconds; the rest of a plan's edges are read in further statements. */
const SLICE_EDGES = 5_000

/** Whether reading the plan's edges takes several statements. */
export async function hasManyEdges(db: Db | Tx, planId: string): Promise<boolean> {
  const next = db.selectFrom('edges').select('id').where('plan_id', '=', planId).limit(1).offset(SLICE_EDGES)
  return (await next.executeTakeFirst()) !== undefined
}

/**
 * Edges between undeleted nodes, oldest first. Without joins: SQLite would pass the long texts of both nodes of each
 * edge on its way to `deleted_at`.
 */
export async function listUndeletedEdges(db: Db | Tx, planId: string): Promise<EdgeRow[]> {
  const trashed = await listTrashedNodeIds(db, planId)
  const edges: EdgeRow[] = []
  for (let after = ''; ; ) {
    const slice = await db
      .selectFrom('edges')
      .select(COLUMNS)
      .where('plan_id', '=', planId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(SLICE_EDGES)
      .execute()
    for (const edge of slice) if (!trashed.has(edge.source_id) && !trashed.has(edge.target_id)) edges.push(edge)
    const last = slice.at(-1)
    if (!last || slice.length < SLICE_EDGES) return edges
    after = last.id
  }
}

async function listTrashedNodeIds(db: Db | Tx, planId: string): Promise<Set<string>> {
  const trashed = db.selectFrom('nodes').select('id').where('plan_id', '=', planId).where('deleted_at', 'is not', null)
  return new Set((await trashed.execute()).map(({ id }) => id))
}

/** Edges between undeleted nodes that begin at one of these. */
export const listEdgesFrom = (db: Db | Tx, planId: string, sourceIds: readonly string[]) =>
  living(db, planId)
    .where(isInList(db, sql.ref('edges.source_id'), listOf(db, sourceIds)))
    .execute()

export const listEdgesOfNode = (db: Db | Tx, planId: string, nodeId: string) =>
  living(db, planId)
    .where((eb) => eb.or([eb('edges.source_id', '=', nodeId), eb('edges.target_id', '=', nodeId)]))
    .execute()

export const findUndeletedEdge = (db: Db | Tx, planId: string, edgeId: string) =>
  living(db, planId).where('edges.id', '=', edgeId).executeTakeFirst()

/** Also one whose ends are in the trash. */
export const findEdge = (db: Db | Tx, planId: string, edgeId: string): Promise<EdgeRow | undefined> =>
  db.selectFrom('edges').selectAll().where('plan_id', '=', planId).where('id', '=', edgeId).executeTakeFirst()

/**
 * Whether a dependency between two nodes could close a cycle: only if others lead from its target and to its source.
 */
export async function mayCloseCircle(
  db: Db | Tx,
  planId: string,
  sourceId: string,
  targetId: string,
): Promise<boolean> {
  const dependency = (end: 'source_id' | 'target_id', nodeId: string) =>
    db
      .selectFrom('edges')
      .select('id')
      .where('plan_id', '=', planId)
      .where(end, '=', nodeId)
      .where('kind', '=', 'dependency')
      .limit(1)
      .executeTakeFirst()
  return !!(await dependency('source_id', targetId)) && !!(await dependency('target_id', sourceId))
}

const dependenciesAfter = prepared<{ plan_id: string; after: string; limit: number }>()((db, p) =>
  db
    .selectFrom('edges')
    .select(['id', 'source_id', 'target_id'])
    .where('plan_id', '=', p('plan_id'))
    .where('id', '>', p('after'))
    .where('kind', '=', 'dependency')
    .orderBy('id')
    .limit(p('limit')),
)
/** Dependencies are small, so one statement may read many. */
const DEPENDENCIES_READ = 2_000

/**
 * All dependencies, also of nodes in the trash: restoring those must not close a cycle. `between` runs between the
 * statements of a large plan, for a reader that does not need all of one moment.
 */
export const listAllDependencies = (db: Db | Tx, planId: string, between?: () => Promise<void>) =>
  readInSlices(db, (slice) => dependenciesAfter(db, { plan_id: planId, ...slice }), {
    limit: DEPENDENCIES_READ,
    ...(between && { between }),
  })

const listDependenciesAt = (end: 'source_id' | 'target_id') =>
  prepared<{ plan_id: string; ids: unknown }>()((db, p) =>
    db
      .selectFrom('edges')
      .select(['source_id', 'target_id'])
      .where('plan_id', '=', p('plan_id'))
      .where('kind', '=', 'dependency')
      .where(isInList(db, sql.ref(end), p('ids'))),
  )
const listBefore = listDependenciesAt('target_id')
const listAfter = listDependenciesAt('source_id')

/** What these nodes depend on, also nodes in the trash. */
export const listDependenciesOf = (db: Db | Tx, planId: string, targetIds: readonly string[]) =>
  listBefore(db, { plan_id: planId, ids: listOf(db, targetIds) })

/** The dependencies on these nodes, also of nodes in the trash. */
export const listDependenciesOn = (db: Db | Tx, planId: string, sourceIds: readonly string[]) =>
  listAfter(db, { plan_id: planId, ids: listOf(db, sourceIds) })

/** False when the same edge exists. */
export async function insertEdge(tx: Tx, edge: EdgeRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('edges')
    .values(edge)
    .onConflict((on) => on.columns(['plan_id', 'source_id', 'target_id', 'kind']).doNothing())
    .executeTakeFirst()
  const isNew = numInsertedOrUpdatedRows === 1n
  if (isNew) recordMore(tx, edge.plan_id, 1)
  return isNew
}

/** How many edges the plans have that a command has locked and counted, by the executor of its handle. */
const counted = new WeakMap<QueryExecutor, Map<string, number>>()

/** All edges of a plan that this command has locked, also of nodes in the trash. Counts rows only once per command. */
export async function countEdges(tx: Tx, planId: string): Promise<number> {
  const executor = tx.getExecutor()
  const plans = counted.get(executor) ?? new Map<string, number>()
  const known = plans.get(planId)
  if (known !== undefined) return known
  const { count } = await tx
    .selectFrom('edges')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('plan_id', '=', planId)
    .executeTakeFirstOrThrow()
  plans.set(planId, count)
  counted.set(executor, plans)
  return count
}

function recordMore(tx: Tx, planId: string, more: number): void {
  const plans = counted.get(tx.getExecutor())
  const known = plans?.get(planId)
  if (known !== undefined) plans?.set(planId, known + more)
}

/** Rows of one insert: SQLite binds at most 32,766 values. */
const INSERT_ROWS = 2_000

/** Edges of one plan of which none is there yet. */
export async function insertEdges(tx: Tx, edges: readonly EdgeRow[]): Promise<void> {
  for (let first = 0; first < edges.length; first += INSERT_ROWS) {
    const rows = edges.slice(first, first + INSERT_ROWS)
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('edges')
      .values(rows)
      .onConflict((on) => on.columns(['plan_id', 'source_id', 'target_id', 'kind']).doNothing())
      .executeTakeFirst()
    if (rows[0]) recordMore(tx, rows[0].plan_id, Number(numInsertedOrUpdatedRows))
  }
}

export async function findSameEdge(db: Db | Tx, edge: Pick<EdgeRow, 'plan_id' | 'source_id' | 'target_id' | 'kind'>) {
  return db
    .selectFrom('edges')
    .select('id')
    .where('plan_id', '=', edge.plan_id)
    .where('source_id', '=', edge.source_id)
    .where('target_id', '=', edge.target_id)
    .where('kind', '=', edge.kind)
    .executeTakeFirst()
}

export async function updateEdgeKind(tx: Tx, { plan_id, id, kind, version }: EdgeRow): Promise<void> {
  await tx.updateTable('edges').set({ kind, version }).where('plan_id', '=', plan_id).where('id', '=', id).execute()
}

export async function deleteEdge(tx: Tx, planId: string, edgeId: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('edges')
    .where('plan_id', '=', planId)
    .where('id', '=', edgeId)
    .executeTakeFirst()
  recordMore(tx, planId, -Number(numDeletedRows))
}

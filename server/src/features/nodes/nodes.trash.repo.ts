import { sql } from 'kysely'
import { countDeletedWith } from '../../db/deleted-with.ts'
import { childrenOfBelow, isOneOf, nodeBeside, slicesOf, withTops } from '../../db/dialect.ts'
import type { Db, NodeRow, Tx } from '../../db/schema.ts'
import { placeBefore, placeMoved } from './nodes.order.repo.ts'
import { COLUMNS, TEXTS } from './nodes.repo.ts'

/** Same as `textBytes`, in the database. */
const TEXT_BYTES = sql<number>`${sql.join(
  TEXTS.map((field) => sql`coalesce(octet_length(${sql.ref(`nodes.${field}`)}), 0)`),
  sql` + `,
)}`

export interface StatusCounts {
  node_count: number
  completed_count: number
  in_progress_count: number
  blocked_count: number
}
/** What a subtree adds to the counters of its plan. */
export type SubtreeCounts = StatusCounts & { text_bytes: number }

export const NOTHING: SubtreeCounts = {
  node_count: 0,
  completed_count: 0,
  in_progress_count: 0,
  blocked_count: 0,
  text_bytes: 0,
}

/** A node of a subtree moved to or restored from the trash, with the top of the subtree. */
export type Member = Pick<NodeRow, 'id' | 'status'> & { top: string; text_bytes: number }

/** The subtrees that the nodes form, by their tops. */
export function countByTop(members: readonly Member[]): Map<string, SubtreeCounts> {
  const byTop = new Map<string, SubtreeCounts>()
  for (const { top, status, text_bytes } of members) {
    const counts = byTop.get(top) ?? { ...NOTHING }
    byTop.set(top, counts)
    counts.node_count++
    counts.text_bytes += text_bytes
    if (status !== 'not_started') counts[`${status}_count`]++
  }
  return byTop
}

/**
 * Moves undeleted subtrees, none of which contains another, to the trash and returns what each of them was, by its top.
 * Rows keep their positions, so they can be restored there.
 */
export async function trashSubtrees(
  tx: Tx,
  planId: string,
  tops: readonly string[],
  { now, by }: { now: string; by: string },
): Promise<Map<string, SubtreeCounts>> {
  const { rows } = await sql<Member>`
    with recursive below(plan_id, id, top) as (
      select plan_id, id, id from nodes where plan_id = ${planId} and ${isOneOf(tx, sql.ref('id'), tops)} and deleted_at is null
      union all
      select nodes.plan_id, nodes.id, below.top from ${childrenOfBelow(tx, planId)}
    ) select below.id, below.top, nodes.status, ${TEXT_BYTES} as text_bytes
    from ${nodeBeside(tx, planId, { beside: 'below', id: 'below.id' })}`.execute(tx)
  for (const members of slicesOf(tx, rows)) {
    const ids = members.map(({ id }) => id)
    const going = withTops(
      tx,
      planId,
      ids,
      members.map(({ top }) => top),
    )
    await sql`with going as materialized (${going})
      update nodes set deleted_at = ${now}, deleted_by = ${by}, deleted_with = going.top from going
      where nodes.plan_id = going.plan_id and nodes.id = going.id`.execute(tx)
  }
  return countByTop(rows)
}

export type TrashedMember = Member & Pick<NodeRow, 'parent_id'>

/** The nodes of subtrees in the trash. */
export async function listTrashedMembers(
  db: Db | Tx,
  planId: string,
  tops: readonly string[],
): Promise<TrashedMember[]> {
  return db
    .selectFrom('nodes')
    .select(['id', 'parent_id', 'status', TEXT_BYTES.as('text_bytes')])
    .select(sql<string>`deleted_with`.as('top'))
    .where('plan_id', '=', planId)
    .where(isOneOf(db, sql.ref('deleted_with'), tops))
    .where('deleted_at', 'is not', null)
    .execute()
}

const TRASHED = ['id', 'parent_id', 'order_index', 'title', 'node_type', 'version', 'deleted_at'] as const

/** Those of the nodes, in the trash, that were deleted directly and not along with another. */
export async function listTrashed(db: Db | Tx, planId: string, nodeIds: readonly string[]) {
  return db
    .selectFrom('nodes')
    .select(TRASHED)
    .where('plan_id', '=', planId)
    .where(isOneOf(db, sql.ref('id'), nodeIds))
    .whereRef('deleted_with', '=', 'id')
    .execute()
}
export type TrashedNode = Awaited<ReturnType<typeof listTrashed>>[number]

/** The whole row of one of them. */
export async function findTrashed(db: Db | Tx, planId: string, nodeId: string) {
  return db
    .selectFrom('nodes')
    .select(COLUMNS)
    .where('plan_id', '=', planId)
    .where('id', '=', nodeId)
    .whereRef('deleted_with', '=', 'id')
    .executeTakeFirst()
}

/** The position of a node in the list of the trash. */
export interface TrashPlace {
  deleted_at: string
  order_index: number
  id: string
}

interface TrashPage {
  limit: number
  after: TrashPlace | undefined
  since: string
  descriptionMax: number
}

/** Directly deleted nodes since a time, with the person who deleted them, latest first. */
export async function listTrash(db: Db | Tx, planId: string, { limit, after, since, descriptionMax }: TrashPage) {
  let query = db
    .selectFrom('nodes')
    .leftJoin('users', 'users.id', 'nodes.deleted_by')
    .select(COLUMNS_OF_OUTLINE)
    .select(sql<string | null>`substr(nodes.description, 1, ${sql.lit(descriptionMax)})`.as('description'))
    .select(['nodes.deleted_at', 'nodes.deleted_by', 'users.name as deleted_by_name'])
    .select((eb) => countDeletedWith(eb).as('node_count'))
    .where('nodes.plan_id', '=', planId)
    .where('nodes.deleted_at', '>=', since)
    .whereRef('nodes.deleted_with', '=', 'nodes.id')
  if (after)
    query = query
      .where('nodes.deleted_at', '<=', after.deleted_at)
      .where((eb) =>
        eb.or([
          eb('nodes.deleted_at', '<', after.deleted_at),
          eb('nodes.order_index', '>', after.order_index),
          eb.and([eb('nodes.order_index', '=', after.order_index), eb('nodes.id', '>', after.id)]),
        ]),
      )
  return query
    .orderBy('nodes.deleted_at', 'desc')
    .orderBy('nodes.order_index')
    .orderBy('nodes.id')
    .limit(limit)
    .execute()
}

type Column = (typeof COLUMNS)[number]
const LONG: readonly Column[] = [
  'nodes.description',
  'nodes.acceptance_criteria',
  'nodes.context',
  'nodes.agent_instructions',
]
const COLUMNS_OF_OUTLINE = COLUMNS.filter((column) => !LONG.includes(column)) as Exclude<
  Column,
  'nodes.description' | 'nodes.acceptance_criteria' | 'nodes.context' | 'nodes.agent_instructions'
>[]

/** Restores whole subtrees; the caller places their tops. */
export async function restoreSubtree(tx: Tx, planId: string, nodeIds: readonly string[]): Promise<void> {
  for (const ids of slicesOf(tx, nodeIds))
    await tx
      .updateTable('nodes')
      .set({ deleted_at: null, deleted_with: null, deleted_by: null })
      .where('plan_id', '=', planId)
      .where(isOneOf(tx, sql.ref('id'), ids))
      .execute()
}

/** Moves restored tops under a parent, each before the sibling with its number; the caller renumbers the siblings. */
export async function placeReturned(
  tx: Tx,
  to: { plan_id: string; parent_id: string | null; now: string },
  tops: readonly { id: string; before: number }[],
): Promise<void> {
  await placeMoved(
    tx,
    to,
    tops.map(({ id, before }, place) => ({ id, place: placeBefore(before, place, tops.length) })),
  )
}

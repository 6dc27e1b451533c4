// The positions of nodes: parents, levels, and the order of siblings, which is dense from 0.

import { sql } from 'kysely'
import { addTo } from '../../base/lists.ts'
import { childrenOfBelow, isOneOf, nodeBeside, numbered, sliceRows, slicesOf } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, NodeRow, Tx } from '../../db/schema.ts'

const findParentOf = prepared<{ plan_id: string; id: string }>()((db, p) =>
  db
    .selectFrom('nodes')
    .select('parent_id')
    .where('plan_id', '=', p('plan_id'))
    .where('id', '=', p('id'))
    .where('deleted_at', 'is', null),
)

/** From the node up to the top level, itself first, as ids; empty if the node is not in this plan. */
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

/**
 * The parent of each of these nodes, and of the nodes in `ids`, and of all their ancestors: one query per level, not per
 * node.
 */
export async function listParents(
  db: Db | Tx,
  planId: string,
  nodes: readonly Pick<NodeRow, 'id' | 'parent_id'>[],
  ids: readonly string[] = [],
): Promise<Map<string, string | null>> {
  const parents = new Map(nodes.map(({ id, parent_id }) => [id, parent_id]))
  const above = nodes.flatMap(({ parent_id }) => parent_id ?? [])
  for (let level = [...new Set([...above, ...ids])].filter((id) => !parents.has(id)); level.length > 0; ) {
    const { rows } = await sql<Pick<NodeRow, 'id' | 'parent_id'>>`
      with listed(plan_id, id, place) as (${numbered(db, planId, level)})
      select nodes.id, nodes.parent_id from ${nodeBeside(db, planId, { beside: 'listed', id: 'listed.id' })}`.execute(
      db,
    )
    for (const { id, parent_id } of rows) parents.set(id, parent_id)
    level = [...new Set(rows.flatMap(({ parent_id }) => parent_id ?? []))].filter((id) => !parents.has(id))
  }
  return parents
}

/** Where these undeleted nodes are. */
export async function listPlaces(db: Db | Tx, planId: string, nodeIds: readonly string[]) {
  if (nodeIds.length === 0) return []
  return db
    .selectFrom('nodes')
    .select(['id', 'parent_id', 'order_index'])
    .where('plan_id', '=', planId)
    .where(isOneOf(db, sql.ref('id'), nodeIds))
    .where('deleted_at', 'is', null)
    .execute()
}

/** The number of levels of the highest of these subtrees, tops included. */
export async function subtreeHeight(db: Db | Tx, planId: string, nodeIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ height: number }>`
    with recursive below(id, level) as (
      select id, 1 from nodes where plan_id = ${planId} and ${isOneOf(db, sql.ref('id'), nodeIds)} and deleted_at is null
      union all
      select nodes.id, below.level + 1 from ${childrenOfBelow(db, planId)}
    ) select coalesce(max(level), 0) as height from below`.execute(db)
  return rows[0]?.height ?? 0
}

/** The number of levels of the plan, from all of its nodes: their number is known, so no database needs statistics. */
export async function planHeight(db: Db | Tx, planId: string): Promise<number> {
  const rows = await db
    .selectFrom('nodes')
    .select(['id', 'parent_id'])
    .where('plan_id', '=', planId)
    .where('deleted_at', 'is', null)
    .execute()
  const children = new Map<string | null, string[]>()
  for (const { id, parent_id } of rows) {
    addTo(children, parent_id, id)
  }
  let levels = 0
  for (let level = children.get(null) ?? []; level.length > 0; levels++)
    level = level.flatMap((id) => children.get(id) ?? [])
  return levels
}

const maxOrderIndex = (topLevel: boolean) =>
  prepared<{ plan_id: string; parent_id: string | null }>()((db, p) => {
    const siblings = db
      .selectFrom('nodes')
      .select('order_index')
      .where('plan_id', '=', p('plan_id'))
      .where('deleted_at', 'is', null)
      // PostgreSQL reads the index backwards only if the order names the nullable column.
      .orderBy('parent_id', 'desc')
      .orderBy('order_index', 'desc')
      .limit(1)
    return topLevel
      ? siblings.where('parent_id', 'is', null)
      : siblings.where('parent_id', '=', p('parent_id') as string)
  })
const lastAtTopLevel = maxOrderIndex(true)
const lastUnderParent = maxOrderIndex(false)

/** The number of children of a parent: sibling order is dense, so the last one shows it. */
export async function countSiblings(tx: Tx, planId: string, parentId: string | null): Promise<number> {
  const [last] = await (parentId === null ? lastAtTopLevel : lastUnderParent)(tx, {
    plan_id: planId,
    parent_id: parentId,
  })
  return last ? last.order_index + 1 : 0
}

const siblingAt = (topLevel: boolean) =>
  prepared<{ plan_id: string; parent_id: string | null; order_index: number }>()((db, p) => {
    const sibling = db
      .selectFrom('nodes')
      .select('id')
      .where('plan_id', '=', p('plan_id'))
      .where('order_index', '=', p('order_index'))
      .where('deleted_at', 'is', null)
    return topLevel ? sibling.where('parent_id', 'is', null) : sibling.where('parent_id', '=', p('parent_id') as string)
  })
const topLevelAt = siblingAt(true)
const childAt = siblingAt(false)

/** The id of the sibling directly before a position; null for the first. */
export async function findPreviousSibling(
  tx: Tx,
  place: { plan_id: string; parent_id: string | null; order_index: number },
): Promise<string | null> {
  if (place.order_index === 0) return null
  const { plan_id, parent_id, order_index } = place
  const [previous] = await (parent_id === null ? topLevelAt : childAt)(tx, {
    plan_id,
    parent_id,
    order_index: order_index - 1,
  })
  return previous?.id ?? null
}

interface SiblingRange {
  plan_id: string
  parent_id: string | null
  from: number
  /** The first sibling after the range; to the end if absent. */
  to?: number
}

/** Makes room for one among the siblings of a range (`by` 1), or closes a gap before them (-1). */
export async function shiftSiblings(tx: Tx, range: SiblingRange & { by: 1 | -1 }): Promise<void> {
  const { plan_id, parent_id, from, by } = range
  const to = range.to ?? (await countSiblings(tx, plan_id, parent_id))
  const rows = sliceRows(tx)
  for (let done = 0; done < to - from; done += rows) {
    // From the end that they move towards, so that none is in two slices.
    const first = by === 1 ? Math.max(from, to - done - rows) : from + done
    const end = by === 1 ? to - done : Math.min(to, from + done + rows)
    await tx
      .updateTable('nodes')
      .set((eb) => ({ order_index: eb('order_index', '+', by) }))
      .where('plan_id', '=', plan_id)
      .where('parent_id', parent_id === null ? 'is' : '=', parent_id)
      .where('order_index', '>=', first)
      .where('order_index', '<', end)
      .where('deleted_at', 'is', null)
      .execute()
  }
}

/**
 * Renumbers the siblings from `from` on in one pass, however many were added or removed. `coming` of them were inserted
 * between others, with numbers from `placeBefore`.
 */
export async function renumberSiblings(tx: Tx, { plan_id, parent_id, from }: SiblingRange, coming = 0): Promise<void> {
  const order =
    coming === 0
      ? sql`order_index`
      : sql`case when order_index < 0 then (-1 - order_index) / ${coming} else order_index end,
          case when order_index < 0 then (-1 - order_index) % ${coming} else ${coming} end`
  const { rows } = await sql<{ id: string; order_index: number }>`select id, order_index from nodes
    where plan_id = ${plan_id} and deleted_at is null and (order_index >= ${from} ${coming === 0 ? sql`` : sql`or order_index < 0`})
    and parent_id ${parent_id === null ? sql`is null` : sql`= ${parent_id}`} order by ${order}`.execute(tx)
  const wrong = rows.flatMap(({ id, order_index }, i) => (order_index === from + i ? [] : [{ id, place: from + i }]))
  await numberSiblings(tx, plan_id, wrong)
}

/**
 * A temporary number for the insert number `place` of `coming`, directly before the sibling `before`: negative until
 * renumbering.
 */
export const placeBefore = (before: number, place: number, coming: number): number => -1 - (before * coming + place)

/**
 * Makes the root the parent of all other top-level nodes, in the same order; their order and versions do not change.
 */
export async function adoptTopLevel(tx: Tx, planId: string, rootId: string): Promise<void> {
  const rows = await tx
    .selectFrom('nodes')
    .select('id')
    .where('plan_id', '=', planId)
    .where('parent_id', 'is', null)
    .where('id', '<>', rootId)
    .where('deleted_at', 'is', null)
    .execute()
  for (const slice of slicesOf(tx, rows))
    await tx
      .updateTable('nodes')
      .set({ parent_id: rootId })
      .where('plan_id', '=', planId)
      .where(
        isOneOf(
          tx,
          sql.ref('id'),
          slice.map(({ id }) => id),
        ),
      )
      .execute()
}

/** The number of nodes at the top level, and of completed ones. */
export async function countTopLevel(tx: Tx, planId: string): Promise<{ count: number; completed: number }> {
  return tx
    .selectFrom('nodes')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn
        .coalesce(eb.fn.sum<number>(eb.case().when('status', '=', 'completed').then(1).else(0).end()), eb.lit(0))
        .as('completed'),
    ])
    .where('plan_id', '=', planId)
    .where('parent_id', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
}

/** The ids of the children of each parent, in sibling order. */
export async function listSiblings(
  tx: Tx,
  planId: string,
  parentIds: readonly (string | null)[],
): Promise<Map<string | null, string[]>> {
  const siblings = new Map<string | null, string[]>(parentIds.map((id) => [id, []]))
  const ids = parentIds.filter((id) => id !== null)
  const select = tx
    .selectFrom('nodes')
    // One row per parent: ten thousand rows take three times as long to send and read.
    .select(['parent_id', sql<string>`string_agg(id, ',' order by order_index)`.as('children')])
    .where('plan_id', '=', planId)
    .where('deleted_at', 'is', null)
    .groupBy('parent_id')
  const rows = [
    ...(ids.length > 0 ? await select.where(isOneOf(tx, sql.ref('parent_id'), ids)).execute() : []),
    ...(siblings.has(null) ? await select.where('parent_id', 'is', null).execute() : []),
  ]
  for (const { parent_id, children } of rows) siblings.set(parent_id, children.split(','))
  return siblings
}

/** Moves nodes under a parent, each to its position; the caller renumbers the siblings. */
export async function placeMoved(
  tx: Tx,
  { plan_id, parent_id, now }: { plan_id: string; parent_id: string | null; now: string },
  nodes: readonly { id: string; place: number }[],
): Promise<void> {
  for (const slice of slicesOf(tx, nodes))
    await sql`with placed as materialized (${placesOf(tx, plan_id, slice)})
      update nodes set parent_id = ${parent_id}, order_index = placed.place, version = version + 1, updated_at = ${now}
      from placed where nodes.plan_id = placed.plan_id and nodes.id = placed.id`.execute(tx)
}

/** Numbers siblings of moved nodes; unchanged ones are not written. */
export async function numberSiblings(
  tx: Tx,
  planId: string,
  nodes: readonly { id: string; place: number }[],
): Promise<void> {
  for (const slice of slicesOf(tx, nodes))
    await sql`with placed as materialized (${placesOf(tx, planId, slice)})
      update nodes set order_index = placed.place from placed
      where nodes.plan_id = placed.plan_id and nodes.id = placed.id and order_index <> placed.place`.execute(tx)
}

const placesOf = (tx: Tx, planId: string, nodes: readonly { id: string; place: number }[]) =>
  numbered(
    tx,
    planId,
    nodes.map(({ id }) => id),
    nodes.map(({ place }) => place),
  )

import type { WatchLevel } from '@cairn/contract/api/watches'
import type { Db, Tx, WatchRow } from '../../db/schema.ts'

interface OfPerson {
  plan_id: string
  user_id: string
}

/** What a person watches or has muted among the undeleted nodes of a plan. */
export const listWatches = (db: Db | Tx, { plan_id, user_id }: OfPerson) =>
  db
    .selectFrom('watches')
    .innerJoin('nodes', (join) =>
      join.onRef('nodes.plan_id', '=', 'watches.plan_id').onRef('nodes.id', '=', 'watches.node_id'),
    )
    .select(['watches.node_id', 'watches.level'])
    .where('watches.plan_id', '=', plan_id)
    .where('watches.user_id', '=', user_id)
    .where('nodes.deleted_at', 'is', null)
    .orderBy('watches.node_id')
    .execute()

export async function findLevel(
  db: Db | Tx,
  { plan_id, user_id }: OfPerson,
  nodeId: string,
): Promise<WatchLevel | null> {
  const row = await db
    .selectFrom('watches')
    .select('level')
    .where('plan_id', '=', plan_id)
    .where('user_id', '=', user_id)
    .where('node_id', '=', nodeId)
    .executeTakeFirst()
  return row?.level ?? null
}

export async function upsertWatch(tx: Tx, row: WatchRow): Promise<void> {
  await tx
    .insertInto('watches')
    .values(row)
    .onConflict((on) => on.columns(['plan_id', 'user_id', 'node_id']).doUpdateSet({ level: row.level }))
    .execute()
}

/** Rows of one insert: SQLite binds at most 32,766 values. */
const INSERT_ROWS = 2_000

/** Existing rows are unchanged. */
export async function insertNewWatches(tx: Tx, rows: readonly WatchRow[]): Promise<void> {
  for (let first = 0; first < rows.length; first += INSERT_ROWS)
    await tx
      .insertInto('watches')
      .values(rows.slice(first, first + INSERT_ROWS))
      .onConflict((on) => on.columns(['plan_id', 'user_id', 'node_id']).doNothing())
      .execute()
}

/** Those of a person on a node, in a plan, or all of them. */
export async function deleteWatches(
  tx: Tx,
  { plan_id, user_id, node_id }: Partial<OfPerson> & { user_id: string; node_id?: string },
): Promise<void> {
  let query = tx.deleteFrom('watches').where('user_id', '=', user_id)
  if (plan_id !== undefined) query = query.where('plan_id', '=', plan_id)
  if (node_id !== undefined) query = query.where('node_id', '=', node_id)
  await query.execute()
}

import { sql } from 'kysely'
import type { Db, NodeReadRow, Tx } from '../../db/schema.ts'

interface Reader {
  plan_id: string
  user_id: string
}

/** When the person joined the plan; undefined for its owner. */
export async function findJoined(db: Db | Tx, { plan_id, user_id }: Reader): Promise<string | undefined> {
  const row = await db
    .selectFrom('collaborators')
    .select('created_at')
    .where('plan_id', '=', plan_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row?.created_at
}

export async function findSeen(db: Db | Tx, { plan_id, user_id }: Reader, nodeId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('node_reads')
    .select('seen_at')
    .where('plan_id', '=', plan_id)
    .where('node_id', '=', nodeId)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row?.seen_at
}

/** Never back to an earlier time. */
export async function upsertSeen(tx: Tx, read: NodeReadRow): Promise<void> {
  await tx
    .insertInto('node_reads')
    .values(read)
    .onConflict((on) =>
      on
        .columns(['plan_id', 'node_id', 'user_id'])
        .doUpdateSet({ seen_at: read.seen_at })
        .where('node_reads.seen_at', '<', read.seen_at),
    )
    .execute()
}

/** Marks the nodes that had comments at a time as seen then; `since` is how far back unread ones may be. */
export async function upsertAllSeen(
  tx: Tx,
  { plan_id, user_id }: Reader,
  { since, until }: { since: string; until: string },
): Promise<void> {
  await tx
    .insertInto('node_reads')
    .columns(['plan_id', 'node_id', 'user_id', 'seen_at'])
    .expression((eb) =>
      eb
        .selectFrom('logs')
        .select(['plan_id', 'node_id', sql.val(user_id).as('user_id'), sql.val(until).as('seen_at')])
        .distinct()
        .where('plan_id', '=', plan_id)
        .where('log_type', '=', 'comment')
        .where('created_at', '>', since)
        .where('created_at', '<=', until),
    )
    .onConflict((on) =>
      on
        .columns(['plan_id', 'node_id', 'user_id'])
        .doUpdateSet({ seen_at: until })
        .where('node_reads.seen_at', '<', until),
    )
    .execute()
}

/** How many comments by others, written after `since` and not yet seen, each undeleted node has, and from which thread on. */
export function countUnread(db: Db | Tx, { plan_id, user_id }: Reader, since: string) {
  const unread = db
    .selectFrom('logs')
    .leftJoin('node_reads', (join) =>
      join
        .onRef('node_reads.plan_id', '=', 'logs.plan_id')
        .onRef('node_reads.node_id', '=', 'logs.node_id')
        .on('node_reads.user_id', '=', user_id),
    )
    .select((eb) => [
      'logs.node_id',
      eb.fn.countAll<number>().as('count'),
      eb.fn.min<string>(eb.fn.coalesce('logs.parent_id', 'logs.id')).as('oldest_thread'),
    ])
    .where('logs.plan_id', '=', plan_id)
    .where('logs.log_type', '=', 'comment')
    .where('logs.deleted_at', 'is', null)
    .where('logs.user_id', '<>', user_id)
    .where('logs.created_at', '>', since)
    .where((eb) =>
      eb.or([eb('node_reads.seen_at', 'is', null), eb('logs.created_at', '>', eb.ref('node_reads.seen_at'))]),
    )
    .groupBy('logs.node_id')
  return db
    .selectFrom(unread.as('unread'))
    .innerJoin('nodes', 'nodes.id', 'unread.node_id')
    .select(['unread.node_id', 'unread.count', 'unread.oldest_thread'])
    .where('nodes.plan_id', '=', plan_id)
    .where('nodes.deleted_at', 'is', null)
    .execute()
}

/** What a person has read in a plan, or in all plans. */
export async function deleteReads(tx: Tx, { plan_id, user_id }: { plan_id?: string; user_id: string }): Promise<void> {
  let query = tx.deleteFrom('node_reads').where('user_id', '=', user_id)
  if (plan_id !== undefined) query = query.where('plan_id', '=', plan_id)
  await query.execute()
}

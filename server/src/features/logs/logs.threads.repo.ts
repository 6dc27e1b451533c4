import { sql } from 'kysely'
import { isOneOf } from '../../db/dialect.ts'
import type { Db, Tx } from '../../db/schema.ts'
import { type FoundLog, selectLogs } from './logs.repo.ts'

/**
 * The first entries of threads, newest first: comments, and other entries with replies. One in the trash is listed
 * while it has replies.
 */
export async function listThreadRows(
  db: Db | Tx,
  planId: string,
  nodeId: string,
  { after, limit }: { after?: string; limit: number },
): Promise<FoundLog[]> {
  const withReplies = db
    .selectFrom('logs as replies')
    .select((eb) => eb.ref('replies.parent_id').$notNull().as('id'))
    .where('replies.plan_id', '=', planId)
    .where('replies.node_id', '=', nodeId)
    .where('replies.parent_id', 'is not', null)
    .where('replies.deleted_at', 'is', null)
  let query = selectLogs(db, planId, nodeId)
    .where('logs.parent_id', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('logs.log_type', '=', 'comment'), eb('logs.deleted_at', 'is', null)]),
        eb('logs.id', 'in', withReplies),
      ]),
    )
  if (after !== undefined) query = query.where('logs.id', '<', after)
  return query.orderBy('logs.id', 'desc').limit(limit).execute()
}

/** The latest replies to each of the entries, outside the trash, oldest first. */
export async function listReplyRows(
  db: Db | Tx,
  planId: string,
  nodeId: string,
  { parents, each }: { parents: readonly string[]; each: number },
): Promise<FoundLog[]> {
  const latest = db
    .selectFrom('logs')
    .select(['id', sql<number>`row_number() over (partition by parent_id order by id desc)`.as('place')])
    .where('plan_id', '=', planId)
    .where('node_id', '=', nodeId)
    .where('parent_id', 'is not', null)
    .where(isOneOf(db, sql.ref('parent_id'), parents))
    .where('deleted_at', 'is', null)
  const ids = await db.selectFrom(latest.as('latest')).select('id').where('place', '<=', each).execute()
  if (ids.length === 0) return []
  // By a list: joined to the rows, PostgreSQL would find the latest again for each of them.
  return selectLogs(db, planId, nodeId)
    .where(
      isOneOf(
        db,
        sql.ref('logs.id'),
        ids.map(({ id }) => id),
      ),
    )
    .orderBy('logs.id')
    .execute()
}

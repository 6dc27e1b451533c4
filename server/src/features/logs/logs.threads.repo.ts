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
  const hasReplies = sql<boolean>`exists (select 1 from logs as replies where replies.plan_id = logs.plan_id
    and replies.node_id = logs.node_id and replies.parent_id = logs.id and replies.deleted_at is null)`
  let query = selectLogs(db, planId, nodeId)
    .where('logs.parent_id', 'is', null)
    .where((eb) => eb.or([eb('logs.log_type', '=', 'comment').and('logs.deleted_at', 'is', null), hasReplies as never]))
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
    .where(isOneOf(db, sql.ref('parent_id'), parents))
    .where('deleted_at', 'is', null)
  return selectLogs(db, planId, nodeId)
    .innerJoin(latest.as('latest'), 'latest.id', 'logs.id')
    .where('latest.place', '<=', each)
    .orderBy('logs.id')
    .execute()
}

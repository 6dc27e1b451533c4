import { prepared } from '../../db/prepared.ts'
import type { Db, LogRow, Tx } from '../../db/schema.ts'

const insert = prepared<LogRow>()((db, p) =>
  db.insertInto('logs').values({
    node_id: p('node_id'),
    id: p('id'),
    plan_id: p('plan_id'),
    user_id: p('user_id'),
    content: p('content'),
    log_type: p('log_type'),
    tags: p('tags'),
    metadata: p('metadata'),
    search_text: p('search_text'),
    created_at: p('created_at'),
    updated_at: p('updated_at'),
  }),
)
export const insertLog = (tx: Tx, log: LogRow) => insert(tx, log)

/** Newest first; ids are time-ordered. */
export async function listLogRows(
  db: Db | Tx,
  planId: string,
  nodeId: string,
  { log_type, limit }: { log_type?: LogRow['log_type']; limit: number },
) {
  return db
    .selectFrom('logs')
    .innerJoin('users', 'users.id', 'logs.user_id')
    .select([
      'logs.id',
      'logs.node_id',
      'logs.content',
      'logs.log_type',
      'logs.tags',
      'logs.metadata',
      'logs.user_id',
      'logs.created_at',
      'logs.updated_at',
      'users.name',
      'users.email',
      'users.avatar_key',
    ])
    .where('logs.plan_id', '=', planId)
    .where('logs.node_id', '=', nodeId)
    .$if(log_type !== undefined, (query) => query.where('logs.log_type', '=', log_type as LogRow['log_type']))
    .orderBy('logs.id', 'desc')
    .limit(limit)
    .execute()
}

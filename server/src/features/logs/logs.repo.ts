import type { PlanEvent } from '@cairn/contract/api/events'
import type { LogType } from '@cairn/contract/api/logs'
import { unpackData } from '../../core/event-data.ts'
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
    version: p('version'),
    search_text: p('search_text'),
    created_at: p('created_at'),
    updated_at: p('updated_at'),
  }),
)
export const insertLog = (tx: Tx, log: LogRow) => insert(tx, log)

const ofNode = (db: Db | Tx, planId: string, nodeId: string) =>
  db
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
      'logs.version',
      'logs.created_at',
      'logs.updated_at',
      'users.name',
      'users.email',
      'users.avatar_key',
    ])
    .where('logs.plan_id', '=', planId)
    .where('logs.node_id', '=', nodeId)
export type FoundLog = Awaited<ReturnType<typeof listLogRows>>[number]

export interface LogPage {
  log_type?: LogType
  limit: number
  /** The entry after which the page begins. */
  after?: string
}

/** Newest first; ids are time-ordered. */
export async function listLogRows(db: Db | Tx, planId: string, nodeId: string, { log_type, limit, after }: LogPage) {
  let query = ofNode(db, planId, nodeId)
  if (log_type !== undefined) query = query.where('logs.log_type', '=', log_type)
  if (after !== undefined) query = query.where('logs.id', '<', after)
  return query.orderBy('logs.id', 'desc').limit(limit).execute()
}

export const findLog = (db: Db | Tx, planId: string, nodeId: string, logId: string): Promise<FoundLog | undefined> =>
  ofNode(db, planId, nodeId).where('logs.id', '=', logId).executeTakeFirst()

/** The entry as of its last deletion, from the plan's history. */
export async function findDeletedLog(db: Db | Tx, planId: string, nodeId: string, logId: string) {
  const deleted = await db
    .selectFrom('events')
    .select(['data', 'more'])
    .where('plan_id', '=', planId)
    .where('node_id', '=', nodeId)
    .where('kind', '=', 'log.deleted')
    .where('data', 'like', `%"id":"${logId}"%`)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()
  return deleted && (unpackData(deleted.data, deleted.more) as PlanEvent<'log.deleted'>['data']).before
}

interface Address {
  plan_id: string
  node_id: string
  id: string
}

export async function updateLog(tx: Tx, { plan_id, node_id, id }: Address, patch: Partial<LogRow>): Promise<void> {
  await tx
    .updateTable('logs')
    .set(patch)
    .where('plan_id', '=', plan_id)
    .where('node_id', '=', node_id)
    .where('id', '=', id)
    .execute()
}

export async function deleteLogRow(tx: Tx, { plan_id, node_id, id }: Address): Promise<void> {
  await tx
    .deleteFrom('logs')
    .where('plan_id', '=', plan_id)
    .where('node_id', '=', node_id)
    .where('id', '=', id)
    .execute()
}

import type { LogType } from '@cairn/contract/api/logs'
import { sql } from 'kysely'
import { isOneOf } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, LogRow, Tx } from '../../db/schema.ts'

const insert = prepared<LogRow>()((db, p) =>
  db.insertInto('logs').values({
    node_id: p('node_id'),
    id: p('id'),
    parent_id: p('parent_id'),
    plan_id: p('plan_id'),
    user_id: p('user_id'),
    content: p('content'),
    log_type: p('log_type'),
    tags: p('tags'),
    metadata: p('metadata'),
    via: p('via'),
    version: p('version'),
    search_text: p('search_text'),
    created_at: p('created_at'),
    updated_at: p('updated_at'),
    edited_at: p('edited_at'),
    deleted_at: p('deleted_at'),
    deleted_by: p('deleted_by'),
  }),
)
export const insertLog = (tx: Tx, log: LogRow) => insert(tx, log)

const entriesOf = (db: Db | Tx, planId: string, nodeId: string) =>
  db.selectFrom('logs').where('logs.plan_id', '=', planId).where('logs.node_id', '=', nodeId)

const withAuthors = (entries: ReturnType<typeof entriesOf>) =>
  entries
    .innerJoin('users', 'users.id', 'logs.user_id')
    .select([
      'logs.id',
      'logs.node_id',
      'logs.parent_id',
      'logs.content',
      'logs.log_type',
      'logs.tags',
      'logs.metadata',
      'logs.user_id',
      'logs.via',
      'logs.version',
      'logs.created_at',
      'logs.updated_at',
      'logs.edited_at',
      'logs.deleted_at',
      'users.name',
      'users.email',
      'users.avatar_key',
    ])

/** The entries of a node with their authors. */
export const selectLogs = (db: Db | Tx, planId: string, nodeId: string) => withAuthors(entriesOf(db, planId, nodeId))
export type FoundLog = Awaited<ReturnType<typeof listLogRows>>[number]

/** Two at most. */
export async function findLogIdsEnding(db: Db | Tx, planId: string, nodeId: string, end: string): Promise<string[]> {
  const rows = await entriesOf(db, planId, nodeId)
    .select('logs.id')
    .where('logs.id', 'like', `%${end}`)
    .limit(2)
    .execute()
  return rows.map(({ id }) => id)
}

export interface LogFilter {
  log_type?: LogType
  /** Only replies to this entry. */
  parent_id?: string
}
export interface LogPage extends LogFilter {
  limit: number
  /** The entry after which the page begins. */
  after?: string
}

/** Entries outside the trash. */
function filterLogs(db: Db | Tx, planId: string, nodeId: string, { log_type, parent_id }: LogFilter) {
  let query = entriesOf(db, planId, nodeId).where('logs.deleted_at', 'is', null)
  if (log_type !== undefined) query = query.where('logs.log_type', '=', log_type)
  if (parent_id !== undefined) query = query.where('logs.parent_id', '=', parent_id)
  return query
}

/** Entries outside the trash, newest first; ids are time-ordered. */
export async function listLogRows(db: Db | Tx, planId: string, nodeId: string, { limit, after, ...filter }: LogPage) {
  let query = withAuthors(filterLogs(db, planId, nodeId, filter))
  if (after !== undefined) query = query.where('logs.id', '<', after)
  return query.orderBy('logs.id', 'desc').limit(limit).execute()
}

/** How many entries outside the trash a node has. */
export async function countLogs(db: Db | Tx, planId: string, nodeId: string, filter: LogFilter): Promise<number> {
  const { count } = await filterLogs(db, planId, nodeId, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Whether someone has written a text at a node since a time. */
export async function hasLogRow(
  db: Db | Tx,
  { plan_id, node_id, user_id, content }: Pick<LogRow, 'plan_id' | 'node_id' | 'user_id' | 'content'>,
  since: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('logs')
    .select('id')
    .where('plan_id', '=', plan_id)
    .where('node_id', '=', node_id)
    .where('user_id', '=', user_id)
    .where('content', '=', content)
    .where('created_at', '>=', since)
    .executeTakeFirst()
  return found !== undefined
}

/** An entry, also one in the trash. */
export const findLog = (db: Db | Tx, planId: string, nodeId: string, logId: string): Promise<FoundLog | undefined> =>
  selectLogs(db, planId, nodeId).where('logs.id', '=', logId).executeTakeFirst()

/** Who deleted an entry that is in the trash. */
export async function findDeleter(tx: Tx, planId: string, nodeId: string, logId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('logs')
    .select('deleted_by')
    .where('plan_id', '=', planId)
    .where('node_id', '=', nodeId)
    .where('id', '=', logId)
    .executeTakeFirst()
  return row?.deleted_by ?? null
}

/** How many replies outside the trash each of the entries has; entries without any are left out. */
export async function countReplies(
  db: Db | Tx,
  planId: string,
  nodeId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('logs')
    .select((eb) => ['parent_id', eb.fn.countAll<number>().as('count')])
    .where('plan_id', '=', planId)
    .where('node_id', '=', nodeId)
    .where('parent_id', 'is not', null)
    .where(isOneOf(db, sql.ref('parent_id'), ids))
    .where('deleted_at', 'is', null)
    .groupBy('parent_id')
    .execute()
  return new Map(rows.map(({ parent_id, count }) => [parent_id ?? '', count]))
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

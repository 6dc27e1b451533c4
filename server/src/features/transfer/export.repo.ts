// Reads a whole plan in slices, so an export holds only one slice at a time.
import { sql } from 'kysely'
import { isOneOf, readInSlices } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, Tx } from '../../db/schema.ts'

const shapeAfter = prepared<{ plan_id: string; after: string; limit: number }>()((db, p) =>
  db
    .selectFrom('nodes')
    .select(['id', 'parent_id', 'order_index'])
    .where('plan_id', '=', p('plan_id'))
    .where('id', '>', p('after'))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(p('limit')),
)

/** The shape of the tree: everything small that a whole plan's order needs. */
export const listShape = (db: Db | Tx, planId: string) =>
  readInSlices(db, (slice) => shapeAfter(db, { plan_id: planId, ...slice }))

export const listNodesOf = (db: Db | Tx, planId: string, ids: readonly string[]) =>
  db
    .selectFrom('nodes')
    .select([
      'id',
      'parent_id',
      'title',
      'node_type',
      'status',
      'due_date',
      'description',
      'acceptance_criteria',
      'context',
      'agent_instructions',
      'metadata',
      'created_at',
      'updated_at',
    ])
    .where('plan_id', '=', planId)
    .where(isOneOf(db, sql.ref('id'), ids))
    .execute()
export type ExportedNode = Awaited<ReturnType<typeof listNodesOf>>[number]

/** Who the nodes are assigned to, first assignment first. */
export const listAssigneesOf = (db: Db | Tx, planId: string, ids: readonly string[]) =>
  db
    .selectFrom('assignments')
    .innerJoin('users', 'users.id', 'assignments.user_id')
    .select(['assignments.node_id', 'users.id', 'users.name', 'users.email', 'users.avatar_key'])
    .where('assignments.plan_id', '=', planId)
    .where(isOneOf(db, sql.ref('assignments.node_id'), ids))
    .orderBy('assignments.id')
    .execute()

export interface LogPosition {
  node_id: string
  id: string
}

/** The next log entries after a position, by node and time. */
export async function listLogsAfter(db: Db | Tx, planId: string, after: LogPosition | null, limit: number) {
  let query = db
    .selectFrom('logs')
    // SQLite reads the tables of a cross join in their order; otherwise it would sort all remaining entries.
    .crossJoin('nodes')
    .innerJoin('users', 'users.id', 'logs.user_id')
    .select([
      'logs.id',
      'logs.node_id',
      'logs.parent_id',
      'logs.log_type',
      'logs.content',
      'logs.tags',
      'logs.metadata',
      'logs.via',
      'logs.created_at',
      'logs.edited_at',
      'users.id as user_id',
      'users.name',
      'users.email',
      'users.avatar_key',
    ])
    .whereRef('nodes.plan_id', '=', 'logs.plan_id')
    .whereRef('nodes.id', '=', 'logs.node_id')
    .where('logs.plan_id', '=', planId)
    .where('logs.deleted_at', 'is', null)
    .where('nodes.deleted_at', 'is', null)
  if (after) query = query.where(sql<boolean>`(logs.node_id, logs.id) > (${after.node_id}, ${after.id})`)
  return query.orderBy('logs.node_id').orderBy('logs.id').limit(limit).execute()
}

interface EntriesOfNodes {
  node_ids: readonly string[]
  log_ids: readonly string[]
}

/** Who is mentioned in entries. The ids of their nodes make it fast. */
export const listMentionsIn = (db: Db | Tx, planId: string, { node_ids, log_ids }: EntriesOfNodes) =>
  db
    .selectFrom('log_mentions')
    .innerJoin('users', 'users.id', 'log_mentions.user_id')
    .select(['log_mentions.log_id', 'users.id', 'users.name'])
    .where('log_mentions.plan_id', '=', planId)
    .where(isOneOf(db, sql.ref('log_mentions.node_id'), node_ids))
    .where(isOneOf(db, sql.ref('log_mentions.log_id'), log_ids))
    .execute()

/** The reactions to entries, oldest first. */
export const listReactionsTo = (db: Db | Tx, planId: string, { node_ids, log_ids }: EntriesOfNodes) =>
  db
    .selectFrom('reactions')
    .innerJoin('users', 'users.id', 'reactions.user_id')
    .select(['reactions.log_id', 'reactions.emoji', 'users.id', 'users.name', 'users.email', 'users.avatar_key'])
    .where('reactions.plan_id', '=', planId)
    .where(isOneOf(db, sql.ref('reactions.node_id'), node_ids))
    .where(isOneOf(db, sql.ref('reactions.log_id'), log_ids))
    .orderBy('reactions.created_at')
    .execute()

/** The next files and links after an id, oldest first. */
export const listFilesAfter = (db: Db | Tx, planId: string, after: string, limit: number) =>
  db
    .selectFrom('artifacts')
    .innerJoin('nodes', (join) =>
      join.onRef('nodes.plan_id', '=', 'artifacts.plan_id').onRef('nodes.id', '=', 'artifacts.node_id'),
    )
    .innerJoin('users', 'users.id', 'artifacts.created_by')
    .select([
      'artifacts.id',
      'artifacts.node_id',
      'artifacts.name',
      'artifacts.content_type',
      'artifacts.size',
      'artifacts.file_key',
      'artifacts.url',
      'artifacts.metadata',
      'artifacts.created_at',
      'users.id as user_id',
      'users.name as user_name',
      'users.email',
      'users.avatar_key',
    ])
    .where('artifacts.plan_id', '=', planId)
    .where('artifacts.id', '>', after)
    .where('artifacts.deleted_at', 'is', null)
    .where('nodes.deleted_at', 'is', null)
    .orderBy('artifacts.id')
    .limit(limit)
    .execute()

import { sql } from 'kysely'
import { FILLING, FOR_GOOD } from '../../core/trash.ts'
import { isOneOf } from '../../db/dialect.ts'
import type { Db, Tx } from '../../db/schema.ts'
import { among, deletion, oneByOne, type Slice } from '../../db/slices.ts'

/** By what a node is found. */
export interface NodeKey {
  plan_id: string
  id: string
}

/** Nodes that people deleted directly, longest in the trash first. */
export const listTrashedTops = (db: Db | Tx, before: string, limit: number): Promise<NodeKey[]> =>
  db
    .selectFrom('nodes')
    .select(['plan_id', 'id'])
    .where('deleted_at', '<', before)
    .whereRef('deleted_with', '=', 'id')
    .orderBy('deleted_at')
    .limit(limit)
    .execute()

/** Nodes that were in the trash before `before`. */
export const listTrashedNodes = (db: Db | Tx, before: string, limit: number): Promise<NodeKey[]> =>
  db.selectFrom('nodes').select(['plan_id', 'id']).where('deleted_at', '<', before).limit(limit).execute()

/** The rows that belong to the nodes, then the nodes; their events stay. */
export function deletionOfNodes(db: Db, planId: string, ids: readonly string[]): Slice {
  const theirs = (column: string) => sql<boolean>`plan_id = ${planId} and ${isOneOf(db, sql.ref(column), ids)}`
  return oneByOne([
    deletion('assignments', theirs('node_id')),
    deletion('edges', theirs('source_id')),
    deletion('edges', theirs('target_id')),
    deletion('reactions', theirs('node_id')),
    deletion('log_mentions', theirs('node_id')),
    deletion('node_reads', theirs('node_id')),
    deletion('watches', theirs('node_id')),
    deletion('logs', theirs('node_id')),
    deletion('artifacts', theirs('node_id')),
    deletion('nodes', theirs('id')),
  ])
}

/** Everything in a plan, dependent rows first. */
export function deletionOfContent(planId: string): Slice {
  const tables = [
    'assignments',
    'edges',
    'reactions',
    'log_mentions',
    'node_reads',
    'watches',
    'logs',
    'artifacts',
    'nodes',
    'events',
    'runs',
    'collaborators',
    'favorites',
    'invitations',
  ] as const
  return oneByOne(tables.map((table) => deletion(table, sql`plan_id = ${planId}`)))
}

/** Log entries that were in the trash before `before`, except those that still have replies. */
export const deletionOfLogs = (before: string): Slice =>
  deletion(
    'logs',
    sql`deleted_at < ${before} and not exists (select 1 from logs as replies where replies.plan_id = logs.plan_id
      and replies.node_id = logs.node_id and replies.parent_id = logs.id)`,
  )

/** Log entries that were in the trash before `before` and still have their text. */
export const listLogsWithText = (db: Db | Tx, before: string, limit: number) =>
  db
    .selectFrom('logs')
    .select(['plan_id', 'node_id', 'id'])
    .where('deleted_at', '<', before)
    .where('content', '<>', '')
    .limit(limit)
    .execute()

/** Those with replies keep their place above them. */
export async function forgetTextsOfLogs(tx: Tx, planId: string, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('logs')
    .set({ content: '', tags: '[]', metadata: '{}', search_text: '' })
    .where('plan_id', '=', planId)
    .where(isOneOf(tx, sql.ref('id'), ids))
    .where('deleted_at', 'is not', null)
    .execute()
}

/** Files and links that were in the trash before `before`. */
export const listTrashedArtifacts = (db: Db | Tx, before: string, limit: number) =>
  db
    .selectFrom('artifacts')
    .select(['plan_id', 'node_id', 'id'])
    .where('deleted_at', '<', before)
    .limit(limit)
    .execute()

export async function deleteArtifacts(tx: Tx, planId: string, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('artifacts')
    .where('plan_id', '=', planId)
    .where(isOneOf(tx, sql.ref('id'), ids))
    .where('deleted_at', 'is not', null)
    .execute()
}

/** Deletes plans that a deleted account still owns and shares with no one, such as one created while it was deleted. */
export async function deletePlansOfDeleted(tx: Tx): Promise<void> {
  await tx
    .updateTable('plans')
    .set({ deleted_at: FOR_GOOD })
    .where('deleted_at', 'is', null)
    .where('owner_id', 'in', (eb) => eb.selectFrom('users').select('id').where('deleted_at', 'is not', null))
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('collaborators').select('user_id').whereRef('collaborators.plan_id', '=', 'plans.id')),
      ),
    )
    .execute()
}

/** When what can be purged got its last use: plans in the trash, and plans that no server can be filling any more. */
export interface PurgedBefore {
  deleted: string
  filled: string
}

const isPurgeable = ({ deleted, filled }: PurgedBefore) =>
  sql<boolean>`deleted_at < ${deleted} and (deleted_at <> ${FILLING} or created_at < ${filled})`

export async function listPurgeablePlans(db: Db | Tx, before: PurgedBefore): Promise<string[]> {
  const rows = await db.selectFrom('plans').select('id').where(isPurgeable(before)).execute()
  return rows.map(({ id }) => id)
}

/** Only while it can be purged. */
export async function deletePlan(tx: Tx, planId: string, before: PurgedBefore): Promise<void> {
  await tx.deleteFrom('plans').where('id', '=', planId).where(isPurgeable(before)).execute()
}

const isOfDeletedAccount = sql<boolean>`user_id in (select id from users where deleted_at is not null)`

/** Stored replies to people whose account is deleted. */
export const deletionOfRepliesToDeleted: Slice = deletion('idempotency_keys', isOfDeletedAccount)

/** The IP addresses of deleted accounts. */
export const forgetAddressesOfDeleted: Slice = async (tx, limit) => {
  const known = sql<boolean>`address is not null and ${isOfDeletedAccount}`
  const { numUpdatedRows } = await tx
    .updateTable('security_events')
    .set({ address: null })
    .where(among('security_events', known, limit))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

import { sql } from 'kysely'
import { countDeletedWith } from '../../db/deleted-with.ts'
import { isOneOf } from '../../db/dialect.ts'
import type { ArtifactRow, Db, Tx } from '../../db/schema.ts'

/** Earlier than any deletion that can still be restored: rows of this time wait to be deleted. */
const PURGED_AT = '1970-01-01T00:00:00.000Z'

interface Page {
  since: string
  limit: number
  after: { deleted_at: string; id: string } | undefined
}

/** Files and links in the trash of undeleted nodes, latest deleted first. */
export async function listTrashedArtifacts(db: Db | Tx, planId: string, { since, limit, after }: Page) {
  let query = db
    .selectFrom('artifacts')
    .innerJoin('nodes', (join) =>
      join.onRef('nodes.plan_id', '=', 'artifacts.plan_id').onRef('nodes.id', '=', 'artifacts.node_id'),
    )
    .leftJoin('users as deleter', 'deleter.id', 'artifacts.deleted_by')
    .select(['artifacts.id', 'artifacts.node_id', 'artifacts.name', 'artifacts.size', 'artifacts.deleted_by'])
    .select(['nodes.title as node_title', 'deleter.name as deleted_by_name'])
    .select(sql<string>`artifacts.deleted_at`.as('deleted_at'))
    .where('artifacts.plan_id', '=', planId)
    .where('artifacts.deleted_at', '>=', since)
    .where('nodes.deleted_at', 'is', null)
  if (after)
    query = query.where(sql<boolean>`(artifacts.deleted_at, artifacts.id) < (${after.deleted_at}, ${after.id})`)
  return query.orderBy('artifacts.deleted_at', 'desc').orderBy('artifacts.id', 'desc').limit(limit).execute()
}

/** Log entries in the trash of undeleted nodes, of one author or of all, latest deleted first. */
export async function listTrashedLogs(
  db: Db | Tx,
  planId: string,
  { since, limit, after, authorId, contentMax }: Page & { authorId: string | null; contentMax: number },
) {
  let query = db
    .selectFrom('logs')
    .innerJoin('nodes', (join) =>
      join.onRef('nodes.plan_id', '=', 'logs.plan_id').onRef('nodes.id', '=', 'logs.node_id'),
    )
    .innerJoin('users as author', 'author.id', 'logs.user_id')
    .leftJoin('users as deleter', 'deleter.id', 'logs.deleted_by')
    .select(['logs.id', 'logs.node_id', 'logs.log_type', 'logs.user_id', 'logs.deleted_by'])
    .select(['nodes.title as node_title', 'author.name as user_name', 'deleter.name as deleted_by_name'])
    .select(sql<string>`substr(logs.content, 1, ${sql.lit(contentMax)})`.as('content'))
    .select(sql<string>`logs.deleted_at`.as('deleted_at'))
    .where('logs.plan_id', '=', planId)
    .where('logs.deleted_at', '>=', since)
    .where('nodes.deleted_at', 'is', null)
  if (authorId !== null) query = query.where('logs.user_id', '=', authorId)
  if (after) query = query.where(sql<boolean>`(logs.deleted_at, logs.id) < (${after.deleted_at}, ${after.id})`)
  return query.orderBy('logs.deleted_at', 'desc').orderBy('logs.id', 'desc').limit(limit).execute()
}

interface Wanted {
  since: string
  until: string | undefined
  /** Undefined for all. */
  ids: readonly string[] | undefined
  limit: number
}

/** Directly deleted nodes in the trash, latest deleted first, with how many were deleted by each deletion. */
export async function listTopsToPurge(db: Db | Tx, planId: string, { since, until, ids, limit }: Wanted) {
  let query = db
    .selectFrom('nodes')
    .select(['id', 'title'])
    .select((eb) => countDeletedWith(eb).as('count'))
    .where('plan_id', '=', planId)
    .where('deleted_at', '>=', since)
    .whereRef('deleted_with', '=', 'id')
  if (ids) query = query.where(isOneOf(db, sql.ref('id'), ids))
  if (until !== undefined) query = query.where('deleted_at', '<=', until)
  return query.orderBy('deleted_at', 'desc').orderBy('id').limit(limit).execute()
}

type Table = 'artifacts' | 'logs'
type Entry = Pick<ArtifactRow, 'plan_id' | 'id' | 'node_id' | 'deleted_at'>

const entriesOf = (db: Db | Tx, table: Table, planId: string, since: string) =>
  db
    .selectFrom(sql<Entry>`${sql.table(table)}`.as('entry'))
    .innerJoin('nodes', (join) =>
      join.onRef('nodes.plan_id', '=', 'entry.plan_id').onRef('nodes.id', '=', 'entry.node_id'),
    )
    .where('entry.plan_id', '=', planId)
    .where('entry.deleted_at', '>=', since)
    .where('nodes.deleted_at', 'is', null)

/** Files and links, or log entries, in the trash of undeleted nodes. */
export async function listEntriesToPurge(
  db: Db | Tx,
  table: Table,
  planId: string,
  { since, until, ids, limit }: Wanted,
) {
  let query = entriesOf(db, table, planId, since).select(['entry.id', 'entry.node_id', 'nodes.title as node_title'])
  if (ids) query = query.where(isOneOf(db, sql.ref('entry.id'), ids))
  if (until !== undefined) query = query.where('entry.deleted_at', '<=', until)
  return query.orderBy('entry.deleted_at', 'desc').orderBy('entry.id', 'desc').limit(limit).execute()
}

/** From now on the subtrees cannot be restored; maintenance deletes their rows. */
export async function giveUpSubtrees(tx: Tx, planId: string, tops: readonly string[]): Promise<void> {
  await tx
    .updateTable('nodes')
    .set({ deleted_at: PURGED_AT })
    .where('plan_id', '=', planId)
    .where(isOneOf(tx, sql.ref('deleted_with'), tops))
    .where('deleted_at', 'is not', null)
    .execute()
}

/** The same for files, links and log entries. */
export async function giveUpEntries(tx: Tx, table: Table, planId: string, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable(table)
    .set({ deleted_at: PURGED_AT })
    .where('plan_id', '=', planId)
    .where(isOneOf(tx, sql.ref('id'), ids))
    .where('deleted_at', 'is not', null)
    .execute()
}

interface Counted {
  since: string
  until?: string | undefined
  /** Whose log entries count; null for all. */
  authorId: string | null
}

/** What the trash has. `latest_at` is null if it is empty. */
export async function countTrash(db: Db | Tx, planId: string, { since, until, authorId }: Counted) {
  const isUntil = (column: string) =>
    until === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} <= ${until}`
  const total = (column: string) =>
    [sql<number>`count(*)`.as('count'), sql<string | null>`max(${sql.ref(column)})`.as('latest_at')] as const
  const entries = (table: Table) =>
    entriesOf(db, table, planId, since).select(total('entry.deleted_at')).where(isUntil('entry.deleted_at'))
  const nodes = await db
    .selectFrom('nodes')
    .select(total('deleted_at'))
    .where('plan_id', '=', planId)
    .where('deleted_at', '>=', since)
    .whereRef('deleted_with', '=', 'id')
    .where(isUntil('deleted_at'))
    .executeTakeFirstOrThrow()
  const files = await entries('artifacts').executeTakeFirstOrThrow()
  const isTheirs = authorId === null ? sql<boolean>`true` : sql<boolean>`entry.user_id = ${authorId}`
  const logs = await entries('logs').where(isTheirs).executeTakeFirstOrThrow()
  const latest = [nodes, files, logs].flatMap(({ latest_at }) => latest_at ?? []).sort()
  return {
    nodes: nodes.count,
    entries: files.count + logs.count,
    latest_at: latest.at(-1) ?? null,
  }
}

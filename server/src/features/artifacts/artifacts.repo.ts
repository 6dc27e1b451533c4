import { sql } from 'kysely'
import { isPostgres } from '../../db/dialect.ts'
import type { ArtifactRow, Db, Tx } from '../../db/schema.ts'

const COLUMNS = [
  'artifacts.id',
  'artifacts.plan_id',
  'artifacts.node_id',
  'artifacts.name',
  'artifacts.content_type',
  'artifacts.size',
  'artifacts.file_key',
  'artifacts.url',
  'artifacts.metadata',
  'artifacts.version',
  'artifacts.created_by',
  'artifacts.created_at',
] as const

/** Of an undeleted node, with its title and the artifact's author. */
const ofNode = (db: Db | Tx, planId: string, nodeId: string, { trashed = false } = {}) =>
  db
    .selectFrom('artifacts')
    .innerJoin('nodes', (join) =>
      join.onRef('nodes.plan_id', '=', 'artifacts.plan_id').onRef('nodes.id', '=', 'artifacts.node_id'),
    )
    .innerJoin('users', 'users.id', 'artifacts.created_by')
    .select(COLUMNS)
    .select('nodes.title as node_title')
    .select(['users.name as user_name', 'users.email as user_email', 'users.avatar_key as user_avatar_key'])
    .where('artifacts.plan_id', '=', planId)
    .where('artifacts.node_id', '=', nodeId)
    .where('nodes.deleted_at', 'is', null)
    .where('artifacts.deleted_at', trashed ? 'is not' : 'is', null)
export type FoundArtifact = Awaited<ReturnType<typeof listArtifactRows>>[number]

/** Newest first; ids are time-ordered. */
export const listArtifactRows = (db: Db | Tx, planId: string, nodeId: string) =>
  ofNode(db, planId, nodeId).orderBy('artifacts.id', 'desc').execute()

export const findArtifact = (db: Db | Tx, planId: string, nodeId: string, artifactId: string) =>
  ofNode(db, planId, nodeId).where('artifacts.id', '=', artifactId).executeTakeFirst()

/** One in the trash, deleted since a time. */
export const findTrashedArtifact = (db: Db | Tx, planId: string, nodeId: string, artifactId: string, since: string) =>
  ofNode(db, planId, nodeId, { trashed: true })
    .where('artifacts.id', '=', artifactId)
    .where('artifacts.deleted_at', '>=', since)
    .executeTakeFirst()

const uploads = (db: Db | Tx) =>
  db.selectFrom('artifacts').select(({ fn }) => fn.sum<number | null>('size').as('bytes'))

const sumOf = async (query: ReturnType<typeof uploads>): Promise<number> => (await query.executeTakeFirst())?.bytes ?? 0

/** The uploads of a plan, or of a person in all plans. */
export type UploadsOf = { plan_id: string } | { created_by: string }

const whose = (of: UploadsOf) =>
  'plan_id' in of ? sql<boolean>`plan_id = ${of.plan_id}` : sql<boolean>`created_by = ${of.created_by}`

/** Bytes of the files that are not in the trash; links have none. */
export const sumUploads = (db: Db | Tx, of: UploadsOf): Promise<number> =>
  sumOf(uploads(db).where(whose(of)).where('deleted_at', 'is', null))

/** Files in the trash, longest there first. */
export const listTrashedUploads = (db: Db | Tx, of: UploadsOf) =>
  db
    .selectFrom('artifacts')
    .select(['plan_id', 'id', 'size'])
    .where(whose(of))
    .where('deleted_at', 'is not', null)
    .where('size', 'is not', null)
    .orderBy('deleted_at')
    .execute()

/** Deletes an artifact in the trash permanently. */
export async function purgeArtifact(tx: Tx, planId: string, artifactId: string): Promise<void> {
  await tx
    .deleteFrom('artifacts')
    .where('plan_id', '=', planId)
    .where('id', '=', artifactId)
    .where('deleted_at', 'is not', null)
    .execute()
}

/** Locks this person's uploads until the transaction ends; on SQLite the queue does. */
export async function lockUploadsOf(tx: Tx, userId: string): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${userId}`}, 0))`.execute(tx)
}

export async function insertArtifact(tx: Tx, artifact: ArtifactRow): Promise<void> {
  await tx.insertInto('artifacts').values(artifact).execute()
}

/** Returns whether the row was there. */
export async function updateArtifact(
  tx: Tx,
  planId: string,
  artifactId: string,
  patch: Partial<ArtifactRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('artifacts')
    .set(patch)
    .where('plan_id', '=', planId)
    .where('id', '=', artifactId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

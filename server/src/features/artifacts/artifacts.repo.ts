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
const ofNode = (db: Db | Tx, planId: string, nodeId: string) =>
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
export type FoundArtifact = Awaited<ReturnType<typeof listArtifactRows>>[number]

/** Newest first; ids are time-ordered. */
export const listArtifactRows = (db: Db | Tx, planId: string, nodeId: string) =>
  ofNode(db, planId, nodeId).orderBy('artifacts.id', 'desc').execute()

export const findArtifact = (db: Db | Tx, planId: string, nodeId: string, artifactId: string) =>
  ofNode(db, planId, nodeId).where('artifacts.id', '=', artifactId).executeTakeFirst()

const uploads = (db: Db | Tx) => db.selectFrom('artifacts').select(({ fn }) => fn.sum('size').as('bytes'))

/** PostgreSQL gives a sum as text. */
const sumOf = async (query: ReturnType<typeof uploads>): Promise<number> =>
  Number((await query.executeTakeFirst())?.bytes ?? 0)

/** Bytes; links have none. */
export const sumUploadsOfPlan = (db: Db | Tx, planId: string): Promise<number> =>
  sumOf(uploads(db).where('plan_id', '=', planId))

/** Of one person, in all plans. */
export const sumUploadsOf = (db: Db | Tx, userId: string): Promise<number> =>
  sumOf(uploads(db).where('created_by', '=', userId))

/** Locks this person's uploads until the transaction ends; on SQLite the queue does. */
export async function lockUploadsOf(tx: Tx, userId: string): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${userId}`}, 0))`.execute(tx)
}

export async function insertArtifact(tx: Tx, artifact: ArtifactRow): Promise<void> {
  await tx.insertInto('artifacts').values(artifact).execute()
}

export async function updateArtifact(
  tx: Tx,
  planId: string,
  artifactId: string,
  patch: Partial<ArtifactRow>,
): Promise<void> {
  await tx.updateTable('artifacts').set(patch).where('plan_id', '=', planId).where('id', '=', artifactId).execute()
}

export async function deleteArtifactRow(tx: Tx, planId: string, artifactId: string): Promise<void> {
  await tx.deleteFrom('artifacts').where('plan_id', '=', planId).where('id', '=', artifactId).execute()
}

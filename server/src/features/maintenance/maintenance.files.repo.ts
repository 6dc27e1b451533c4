import type { ExpressionBuilder } from 'kysely'
import type { Db, OrphanFileRow, Tables, Tx } from '../../db/schema.ts'

/** The keys that an artifact, also in the trash, or an avatar refers to. */
export async function listReferredFiles(db: Db | Tx, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('artifacts')
    .select('file_key as key')
    .where('file_key', 'in', keys)
    .union(db.selectFrom('users').select('avatar_file as key').where('avatar_file', 'in', keys))
    .execute()
  return new Set(rows.flatMap(({ key }) => key ?? []))
}

/** Records files without references; recorded ones are unchanged. */
export async function recordOrphans(tx: Tx, keys: readonly string[], since: string): Promise<void> {
  await tx
    .insertInto('orphan_files')
    .values(keys.map((file_key) => ({ file_key, since, deleting_since: null })))
    .onConflict((on) => on.doNothing())
    .execute()
}

export async function findOrphan(db: Db | Tx, key: string): Promise<OrphanFileRow | undefined> {
  return db.selectFrom('orphan_files').selectAll().where('file_key', '=', key).executeTakeFirst()
}

/** Files recorded before a time that no clean-up has been deleting since `idle`. */
export async function listOrphans(db: Db | Tx, noted: string, idle: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('orphan_files')
    .select('file_key')
    .where('since', '<', noted)
    .where(isIdle(idle))
    .orderBy('file_key')
    .limit(limit)
    .execute()
  return rows.map(({ file_key }) => file_key)
}

/** Claims the files that are still recorded; returns them. */
export async function claimOrphans(tx: Tx, keys: readonly string[], idle: string, now: string): Promise<string[]> {
  const rows = await tx
    .updateTable('orphan_files')
    .set({ deleting_since: now })
    .where('file_key', 'in', keys)
    .where(isIdle(idle))
    .returning('file_key')
    .execute()
  return rows.map(({ file_key }) => file_key)
}

export async function forgetOrphans(tx: Tx, keys: readonly string[]): Promise<void> {
  await tx.deleteFrom('orphan_files').where('file_key', 'in', keys).execute()
}

/** False if a clean-up is deleting it. */
export async function forgetIdleOrphan(tx: Tx, key: string, idle: string): Promise<boolean> {
  await tx.deleteFrom('orphan_files').where('file_key', '=', key).where(isIdle(idle)).execute()
  return (await findOrphan(tx, key)) === undefined
}

const isIdle = (since: string) => (eb: ExpressionBuilder<Tables, 'orphan_files'>) =>
  eb.or([eb('deleting_since', 'is', null), eb('deleting_since', '<', since)])

/** Identifies the database; a restore sets another value. */
export async function readInstallation(db: Db): Promise<string> {
  const { epoch } = await db.selectFrom('installation').select('epoch').executeTakeFirstOrThrow()
  return epoch
}

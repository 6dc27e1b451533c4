import type { Db, Tx, UserRow } from '../../db/schema.ts'

export async function findProfile(db: Db | Tx, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
}

export async function updateProfileRow(tx: Tx, id: string, patch: Partial<UserRow>): Promise<void> {
  await tx.updateTable('users').set(patch).where('id', '=', id).where('deleted_at', 'is', null).execute()
}

export async function findAvatarFile(db: Db | Tx, avatar_key: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('avatar_file').where('avatar_key', '=', avatar_key).executeTakeFirst()
  return row?.avatar_file ?? null
}

import type { Db, OneTimeTokenRow, Tx } from '../../../db/schema.ts'

export async function insertOneTimeToken(tx: Tx, row: OneTimeTokenRow): Promise<void> {
  await tx.insertInto('one_time_tokens').values(row).execute()
}

export async function findOneTimeToken(db: Db | Tx, token_hash: string): Promise<OneTimeTokenRow | undefined> {
  return db.selectFrom('one_time_tokens').selectAll().where('token_hash', '=', token_hash).executeTakeFirst()
}

/** Returns the row to only one of several concurrent callers. */
export async function takeOneTimeToken(tx: Tx, token_hash: string): Promise<OneTimeTokenRow | undefined> {
  return tx.deleteFrom('one_time_tokens').where('token_hash', '=', token_hash).returningAll().executeTakeFirst()
}

export async function setOneTimeData(tx: Tx, token_hash: string, data: string): Promise<void> {
  await tx.updateTable('one_time_tokens').set({ data }).where('token_hash', '=', token_hash).execute()
}

export async function deleteOneTimeTokens(
  tx: Tx,
  userId: string,
  purposes: OneTimeTokenRow['purpose'][],
): Promise<void> {
  await tx.deleteFrom('one_time_tokens').where('user_id', '=', userId).where('purpose', 'in', purposes).execute()
}

export async function deleteAllOneTimeTokens(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('one_time_tokens').where('user_id', '=', userId).execute()
}

/** The person's unexpired token for this purpose. */
export async function findOneTimeTokenOf(
  db: Db | Tx,
  userId: string,
  purpose: OneTimeTokenRow['purpose'],
  now: string,
): Promise<OneTimeTokenRow | undefined> {
  return db
    .selectFrom('one_time_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

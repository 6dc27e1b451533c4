import type { Db, Tx } from '../../../db/schema.ts'

export async function deleteRecoveryCodes(tx: Tx, user_id: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
}

export async function insertRecoveryCodes(tx: Tx, user_id: string, hashes: string[]): Promise<void> {
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id, code_hash })))
    .execute()
}

export async function countRecoveryCodes(db: Db | Tx, user_id: string): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return row.count
}

/** False if the person has no such code, or has already used it. */
export async function takeRecoveryCode(tx: Tx, user_id: string, code_hash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', user_id)
    .where('code_hash', '=', code_hash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

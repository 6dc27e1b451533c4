import { isPostgres } from '../../../db/dialect.ts'
import { codeOf } from '../../../db/outage.ts'
import type { Db, Tx, UserRow } from '../../../db/schema.ts'

/** On PostgreSQL: another row has this value. */
const UNIQUE_VIOLATION = '23505'

export async function findUserByEmail(db: Db | Tx, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function findUser(db: Db | Tx, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
}

/** Like `findUser`, and locks the account until the transaction ends (on SQLite the queue does). */
export async function lockUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  const query = tx.selectFrom('users').selectAll().where('id', '=', id).where('deleted_at', 'is', null)
  return (isPostgres(tx) ? query.forNoKeyUpdate() : query).executeTakeFirst()
}

export async function updateUser(tx: Tx, id: string, patch: Partial<UserRow>): Promise<void> {
  await tx.updateTable('users').set(patch).where('id', '=', id).execute()
}

/** Changes an account and its address; false if the address is taken, perhaps only just now. */
export async function updateEmail(
  tx: Tx,
  id: string,
  patch: Partial<UserRow> & Pick<UserRow, 'email'>,
): Promise<boolean> {
  try {
    await updateUser(tx, id, patch)
    return true
  } catch (error) {
    if (codeOf(error) === UNIQUE_VIOLATION) return false
    throw error
  }
}

/** False when the address is taken. */
export async function insertUser(tx: Tx, user: UserRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('users')
    .values(user)
    .onConflict((on) => on.column('email').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

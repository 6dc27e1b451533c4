import { isPostgres } from '../db/dialect.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, Tx } from '../db/schema.ts'

const find = prepared<{ id: string }>()((db, p) =>
  db.selectFrom('users').select(['id', 'name', 'email', 'avatar_key']).where('id', '=', p('id')),
)

export async function findPerson(db: Db | Tx, userId: string) {
  const [row] = await find(db, { id: userId })
  return row
}

export async function findIsDemo(db: Db | Tx, userId: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('is_demo').where('id', '=', userId).executeTakeFirst()
  return row?.is_demo === 1
}

const lock = prepared<{ id: string }>()((db, p) => {
  const living = db.selectFrom('users').select('id').where('id', '=', p('id')).where('deleted_at', 'is', null)
  return isPostgres(db) ? living.forNoKeyUpdate() : living
})

/**
 * Until the transaction ends, the account is not deleted, its password not reset, and no other command locks it. False if
 * it is deleted.
 */
export async function lockPerson(tx: Tx, userId: string): Promise<boolean> {
  return (await lock(tx, { id: userId })).length > 0
}

const hold = prepared<{ id: string }>()((db, p) => {
  const living = db.selectFrom('users').select('id').where('id', '=', p('id')).where('deleted_at', 'is', null)
  return isPostgres(db) ? living.forShare() : living
})

/** Until the transaction ends, the account is not deleted; others may hold it too. False if it is deleted already. */
export async function holdPerson(tx: Tx, userId: string): Promise<boolean> {
  return (await hold(tx, { id: userId })).length > 0
}

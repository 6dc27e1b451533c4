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

import { readTimeline } from '../db/dialect.ts'
import type { Db, Tx } from '../db/schema.ts'

/** The name of this database's history. */
export async function readEpoch(db: Db | Tx): Promise<string> {
  const { epoch } = await db.selectFrom('installation').select('epoch').executeTakeFirstOrThrow()
  const timeline = await readTimeline(db)
  return timeline === null ? epoch : `${epoch}.${timeline}`
}

import type { Db } from '../db/schema.ts'

/** The name of this database's history. */
export async function readEpoch(db: Db): Promise<string> {
  const { epoch } = await db.selectFrom('installation').select('epoch').executeTakeFirstOrThrow()
  return epoch
}

import type { Db, RevocationRow, Tx } from '../db/schema.ts'

/** Rows of one insert: both databases bind a limited number of values. */
const INSERT_ROWS = 1_000

export async function insertRevocations(tx: Tx, rows: RevocationRow[]): Promise<void> {
  for (let first = 0; first < rows.length; first += INSERT_ROWS)
    await tx
      .insertInto('revocations')
      .values(rows.slice(first, first + INSERT_ROWS))
      .execute()
}

export async function listRevocationsSince(db: Db | Tx, time: string): Promise<RevocationRow[]> {
  return db.selectFrom('revocations').selectAll().where('at', '>', time).orderBy('id').execute()
}

export async function deleteRevocationsBefore(tx: Tx, time: string): Promise<void> {
  await tx.deleteFrom('revocations').where('at', '<', time).execute()
}

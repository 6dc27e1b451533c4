import type { Db, Tx, WithdrawalRow } from '../db/schema.ts'

export async function insertRevocations(tx: Tx, rows: WithdrawalRow[]): Promise<void> {
  await tx.insertInto('withdrawals').values(rows).execute()
}

export async function listRevocationsSince(db: Db | Tx, time: string): Promise<WithdrawalRow[]> {
  return db.selectFrom('withdrawals').selectAll().where('at', '>', time).orderBy('id').execute()
}

export async function deleteRevocationsBefore(tx: Tx, time: string): Promise<void> {
  await tx.deleteFrom('withdrawals').where('at', '<', time).execute()
}

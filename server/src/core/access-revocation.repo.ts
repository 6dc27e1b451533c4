import type { Db, Tx, WithdrawalRow } from '../db/schema.ts'

export async function insertWithdrawals(tx: Tx, rows: WithdrawalRow[]): Promise<void> {
  await tx.insertInto('withdrawals').values(rows).execute()
}

export async function listWithdrawalsSince(db: Db | Tx, time: string): Promise<WithdrawalRow[]> {
  return db.selectFrom('withdrawals').selectAll().where('at', '>', time).orderBy('id').execute()
}

export async function deleteWithdrawalsBefore(tx: Tx, time: string): Promise<void> {
  await tx.deleteFrom('withdrawals').where('at', '<', time).execute()
}

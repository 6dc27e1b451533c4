import type { SecurityEventRow, Tx } from '../db/schema.ts'

export async function insertSecurityEvents(tx: Tx, rows: SecurityEventRow[]): Promise<void> {
  await tx.insertInto('security_events').values(rows).execute()
}

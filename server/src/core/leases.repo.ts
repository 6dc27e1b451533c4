import type { LeaseRow, Tx } from '../db/schema.ts'

/** Takes the lease if no one holds it at `now`; returns whether it did. */
export async function takeLease(tx: Tx, lease: LeaseRow, now: string): Promise<boolean> {
  const { name, ...rest } = lease
  const taken = await tx
    .insertInto('leases')
    .values(lease)
    .onConflict((on) => on.column('name').doUpdateSet(rest).where('leases.until', '<=', now))
    .returning('name')
    .executeTakeFirst()
  return taken?.name === name
}

export async function endLease(tx: Tx, name: string, holder: string): Promise<void> {
  await tx.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute()
}

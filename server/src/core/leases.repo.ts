import type { LeaseRow, Tx } from '../db/schema.ts'

/**
 * Takes the lease if no one holds it at `now`; returns whether it did. One that ends after `latest` was taken while a
 * clock was wrong, and is free too.
 */
export async function takeLease(
  tx: Tx,
  lease: LeaseRow,
  { now, latest }: { now: string; latest: string },
): Promise<boolean> {
  const { name, ...rest } = lease
  const taken = await tx
    .insertInto('leases')
    .values(lease)
    .onConflict((on) =>
      on
        .column('name')
        .doUpdateSet(rest)
        .where((row) => row.or([row('leases.until', '<=', now), row('leases.until', '>', latest)])),
    )
    .returning('name')
    .executeTakeFirst()
  return taken?.name === name
}

export async function endLease(tx: Tx, name: string, holder: string): Promise<void> {
  await tx.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute()
}

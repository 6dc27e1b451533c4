import type { Tx } from '../db/schema.ts'

/** Counts one more change of a connected app. */
export async function countAppChange(tx: Tx, appId: string): Promise<void> {
  await tx
    .updateTable('oauth_grants')
    .set((eb) => ({ changes: eb('changes', '+', 1) }))
    .where('id', '=', appId)
    .execute()
}

import { newId } from '../base/ids.ts'
import type { Store } from '../db/open.ts'
import type { Tx } from '../db/schema.ts'
import { insertRevocations } from './access-revocation.repo.ts'

/**
 * Access that ends: a person leaves a plan, one credential (session or API token) ends, or all of a person's do. Whoever keeps
 * credentials or open sockets acts on it in the same step.
 */
export type AccessRevocation =
  | { kind: 'plan_access'; plan_id: string; user_id: string }
  | { kind: 'whole_plan'; plan_id: string }
  | { kind: 'credential'; user_id: string; credential_id: string }
  | { kind: 'all_credentials'; user_id: string; except_credential_id?: string }

export interface RecordedRevocation {
  id: string
  withdrawal: AccessRevocation
}

/** Where there are other servers it is written in the transaction that ends the access: a server that is told by nobody finds it. */
export async function recordRevocations(
  { notifications }: Store,
  tx: Tx,
  revocations: readonly AccessRevocation[],
  now: string,
): Promise<RecordedRevocation[]> {
  const noted = revocations.map((withdrawal) => ({ id: newId(), withdrawal }))
  if (noted.length > 0 && notifications !== null)
    await insertRevocations(
      tx,
      noted.map(({ id, withdrawal }) => ({ id, withdrawal: JSON.stringify(withdrawal), at: now })),
    )
  return noted
}

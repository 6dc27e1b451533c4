import { newId } from '../base/ids.ts'
import type { Store } from '../db/open.ts'
import type { Tx } from '../db/schema.ts'
import { insertRevocations } from './access-revocation.repo.ts'

/**
 * Revoked access: one person's access to a plan, a whole plan, or credentials. Caches and open sockets react in the
 * same step.
 */
export type AccessRevocation =
  | { kind: 'plan_access'; plan_id: string; user_id: string }
  | { kind: 'whole_plan'; plan_id: string }
  | { kind: 'credential'; user_id: string; credential_id: string }
  | { kind: 'all_credentials'; user_id: string; except_credential_id?: string }

/** A person with a credential, at a plan or at none. */
interface Access {
  user_id: string
  credential_id: string
  plan_id: string | null
}

/** Whether this access has ended with the revocation. */
export function reliesOn(revocation: AccessRevocation, { user_id, credential_id, plan_id }: Access): boolean {
  switch (revocation.kind) {
    case 'whole_plan':
      return plan_id === revocation.plan_id
    case 'plan_access':
      return plan_id === revocation.plan_id && user_id === revocation.user_id
    case 'credential':
      return credential_id === revocation.credential_id
    case 'all_credentials':
      return user_id === revocation.user_id && credential_id !== revocation.except_credential_id
  }
}

export interface RecordedRevocation {
  id: string
  revocation: AccessRevocation
}

/**
 * With several servers, it is recorded in the transaction that ends the access, so a server that misses the message
 * finds it.
 */
export async function recordRevocations(
  { notifications }: Store,
  tx: Tx,
  revocations: readonly AccessRevocation[],
  now: string,
): Promise<RecordedRevocation[]> {
  const noted = revocations.map((revocation) => ({ id: newId(), revocation }))
  if (noted.length > 0 && notifications !== null)
    await insertRevocations(
      tx,
      noted.map(({ id, revocation }) => ({ id, revocation: JSON.stringify(revocation), at: now })),
    )
  return noted
}

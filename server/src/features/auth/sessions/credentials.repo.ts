import type { Tx } from '../../../db/schema.ts'

/** Returns those that there were. */
export async function deleteTokensOf(tx: Tx, userId: string): Promise<{ id: string; name: string }[]> {
  return tx.deleteFrom('api_tokens').where('user_id', '=', userId).returning(['id', 'name']).execute()
}

/** Deletes all grants and codes of a person; returns the grants. */
export async function deleteGrantsOf(tx: Tx, user_id: string) {
  await tx.deleteFrom('oauth_codes').where('user_id', '=', user_id).execute()
  return tx.deleteFrom('oauth_grants').where('user_id', '=', user_id).returning(['id', 'client_name']).execute()
}

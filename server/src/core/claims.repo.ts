import type { ClaimRow, Db, Tx } from '../db/schema.ts'

export type FoundClaim = ClaimRow & { user_name: string }

const claims = (db: Db | Tx, planId: string) =>
  db
    .selectFrom('claims')
    .innerJoin('users', 'users.id', 'claims.user_id')
    .selectAll('claims')
    .select('users.name as user_name')
    .where('claims.plan_id', '=', planId)

/** The latest claims of a node, latest first. */
export const listClaimsOfNode = (db: Db | Tx, planId: string, nodeId: string, limit: number): Promise<FoundClaim[]> =>
  claims(db, planId).where('claims.node_id', '=', nodeId).orderBy('claims.fence', 'desc').limit(limit).execute()

export const findClaim = (db: Db | Tx, planId: string, claimId: string): Promise<FoundClaim | undefined> =>
  claims(db, planId).where('claims.id', '=', claimId).executeTakeFirst()

/** Claims of undeleted nodes that have not ended, oldest first; those that have expired too. */
export const listOpenClaims = (db: Db | Tx, planId: string): Promise<FoundClaim[]> =>
  claims(db, planId)
    .innerJoin('nodes', (join) =>
      join.onRef('nodes.plan_id', '=', 'claims.plan_id').onRef('nodes.id', '=', 'claims.node_id'),
    )
    .where('claims.ended_at', 'is', null)
    .where('nodes.deleted_at', 'is', null)
    .orderBy('claims.created_at')
    .orderBy('claims.id')
    .execute()

/** A claim lasts longer from now on. Returns whether it had not ended or expired. */
export async function renewClaim(tx: Tx, id: string, { now, until }: { now: string; until: string }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('claims')
    .set({ expires_at: until })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

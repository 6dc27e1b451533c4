import { sql } from 'kysely'
import type { FoundClaim } from '../../core/claims.repo.ts'
import type { ClaimRow, Db, Tx } from '../../db/schema.ts'

/** The claim of a node, unless it has one that has not ended: of two at once, one inserts a row. */
export async function insertClaim(tx: Tx, row: Omit<ClaimRow, 'fence' | 'ended_at' | 'outcome'>): Promise<boolean> {
  const before = tx
    .selectFrom('claims')
    .select(({ fn }) => sql<number>`coalesce(${fn.max('fence')}, 0) + 1`.as('fence'))
    .where('plan_id', '=', row.plan_id)
    .where('node_id', '=', row.node_id)
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('claims')
    .values({ ...row, fence: before, ended_at: null, outcome: null })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Returns whether it had not ended. */
export async function endClaimRow(tx: Tx, id: string, end: { ended_at: string; outcome: ClaimRow['outcome'] }) {
  const { numUpdatedRows } = await tx
    .updateTable('claims')
    .set(end)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The nodes whose latest claim has expired. */
export async function listExpiredNodes(db: Db | Tx, planId: string): Promise<string[]> {
  const rows = await lastExpired(db, planId).select('claims.node_id').execute()
  return rows.map(({ node_id }) => node_id)
}

/** The expired claims of tasks that are still in progress and that no one has claimed since. */
export const listExpiredClaims = (db: Db, planId: string): Promise<FoundClaim[]> =>
  lastExpired(db, planId)
    .innerJoin('users', 'users.id', 'claims.user_id')
    .innerJoin('nodes', (join) =>
      join.onRef('nodes.plan_id', '=', 'claims.plan_id').onRef('nodes.id', '=', 'claims.node_id'),
    )
    .where('nodes.status', '=', 'in_progress')
    .where('nodes.deleted_at', 'is', null)
    .selectAll('claims')
    .select('users.name as user_name')
    .orderBy('claims.created_at')
    .orderBy('claims.id')
    .execute()

const lastExpired = (db: Db | Tx, planId: string) =>
  db
    .selectFrom('claims')
    .where('claims.plan_id', '=', planId)
    .where('claims.outcome', '=', 'expired')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('claims as later')
            .select('later.id')
            .whereRef('later.plan_id', '=', 'claims.plan_id')
            .whereRef('later.node_id', '=', 'claims.node_id')
            .whereRef('later.fence', '>', 'claims.fence'),
        ),
      ),
    )

/** Claims in plans that are not deleted, which expired before `now` and have not ended, the longest expired first. */
export const listOverdueClaims = (db: Db, now: string, limit: number) =>
  db
    .selectFrom('claims')
    .innerJoin('users', 'users.id', 'claims.user_id')
    .innerJoin('plans', 'plans.id', 'claims.plan_id')
    .select(['claims.id', 'claims.plan_id', 'claims.user_id', 'claims.agent', 'users.name as user_name'])
    .where('claims.ended_at', 'is', null)
    .where('claims.expires_at', '<=', now)
    .where('plans.deleted_at', 'is', null)
    .orderBy('claims.expires_at')
    .limit(limit)
    .execute()

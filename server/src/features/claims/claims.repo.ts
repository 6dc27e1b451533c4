import { type ExpressionBuilder, sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { ClaimRow, Db, Tables, Tx } from '../../db/schema.ts'

type NewClaim = Omit<ClaimRow, 'fence' | 'ended_at' | 'outcome' | 'ended_by'>

const insert = prepared<NewClaim>()((db, p) =>
  db
    .insertInto('claims')
    .values((eb) => ({
      id: p('id'),
      plan_id: p('plan_id'),
      node_id: p('node_id'),
      user_id: p('user_id'),
      credential_id: p('credential_id'),
      agent: p('agent'),
      created_at: p('created_at'),
      expires_at: p('expires_at'),
      ended_at: null,
      outcome: null,
      ended_by: null,
      fence: eb
        .selectFrom('claims')
        .select(({ fn }) => sql<number>`coalesce(${fn.max('fence')}, 0) + 1`.as('fence'))
        .where('plan_id', '=', p('plan_id'))
        .where('node_id', '=', p('node_id')),
    }))
    .onConflict((on) => on.doNothing())
    .returning('id'),
)

/** The claim of a node, unless it has one that has not ended: of two at once, one inserts a row. */
export const insertClaim = async (tx: Tx, row: NewClaim): Promise<boolean> => (await insert(tx, row)).length > 0

/**
 * Claims in plans that are not deleted, which expired before `now` or whose token or app is gone or has expired, and
 * which have not ended.
 */
export const listOverdueClaims = (db: Db, now: string, limit: number) =>
  db
    .selectFrom('claims')
    .innerJoin('users', 'users.id', 'claims.user_id')
    .innerJoin('plans', 'plans.id', 'claims.plan_id')
    .leftJoin('oauth_grants', 'oauth_grants.id', 'claims.credential_id')
    .select(['claims.id', 'claims.plan_id', 'claims.user_id', 'claims.agent', 'users.name as user_name'])
    .select(['oauth_grants.client_name', 'oauth_grants.icon_key'])
    .where('claims.ended_at', 'is', null)
    .where('plans.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('claims.expires_at', '<=', now), lacksCredential(eb, now)]))
    .orderBy('claims.expires_at')
    .limit(limit)
    .execute()

export type OverdueClaim = Awaited<ReturnType<typeof listOverdueClaims>>[number]

/** Whether the token or app of a claim is gone or has expired. */
export async function hasLostCredential(db: Db | Tx, claimId: string, now: string): Promise<boolean> {
  const found = await db
    .selectFrom('claims')
    .select('claims.id')
    .where('claims.id', '=', claimId)
    .where((eb) => lacksCredential(eb, now))
    .executeTakeFirst()
  return found !== undefined
}

const lacksCredential = (eb: ExpressionBuilder<Tables, 'claims'>, now: string) =>
  eb.and([
    eb('claims.agent', 'is not', null),
    eb.not(
      eb.exists(
        eb
          .selectFrom('api_tokens')
          .select('api_tokens.id')
          .whereRef('api_tokens.id', '=', 'claims.credential_id')
          .where((of) => of.or([of('api_tokens.expires_at', 'is', null), of('api_tokens.expires_at', '>', now)])),
      ),
    ),
    eb.not(
      eb.exists(
        eb
          .selectFrom('oauth_grants')
          .select('oauth_grants.id')
          .whereRef('oauth_grants.id', '=', 'claims.credential_id'),
      ),
    ),
  ])

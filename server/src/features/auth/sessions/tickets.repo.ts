import type { Via } from '@cairn/contract/api/common'
import { prepared } from '../../../db/prepared.ts'
import type { Db, OneTimeTokenRow, Tx } from '../../../db/schema.ts'

export async function insertTicket(tx: Tx, ticket: OneTimeTokenRow): Promise<void> {
  await tx.insertInto('one_time_tokens').values(ticket).execute()
}

/** Whether the ticket exists; checked before anything is written. */
export async function hasTicket(db: Db, token_hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('one_time_tokens')
    .select('purpose')
    .where('token_hash', '=', token_hash)
    .where('purpose', '=', 'live')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes and returns the ticket, so it works once. */
export async function takeTicket(tx: Tx, token_hash: string): Promise<OneTimeTokenRow | undefined> {
  return tx
    .deleteFrom('one_time_tokens')
    .where('token_hash', '=', token_hash)
    .where('purpose', '=', 'live')
    .returningAll()
    .executeTakeFirst()
}

export async function deleteExpiredTickets(tx: Tx, user_id: string, now: string): Promise<void> {
  await tx
    .deleteFrom('one_time_tokens')
    .where('user_id', '=', user_id)
    .where('purpose', '=', 'live')
    .where('expires_at', '<=', now)
    .execute()
}

const HOLDER = ['users.id', 'users.name', 'users.avatar_key'] as const

const findSession = prepared<{ id: string; now: string }>()((db, p) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([...HOLDER, 'sessions.expires_at'])
    .select((eb) => [
      eb.val('').as('token_name'),
      eb.lit(null).$castTo<string | null>().as('icon_key'),
      eb.lit(null).$castTo<string | null>().as('plan_limit'),
    ])
    .where('sessions.id', '=', p('id'))
    .where('sessions.expires_at', '>', p('now')),
)

const findApiToken = prepared<{ id: string; now: string }>()((db, p) =>
  db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .select([...HOLDER, 'api_tokens.expires_at', 'api_tokens.name as token_name'])
    .select('api_tokens.plan_id as plan_limit')
    .select((eb) => eb.lit(null).$castTo<string | null>().as('icon_key'))
    .where('api_tokens.id', '=', p('id'))
    .where((eb) => eb.or([eb('api_tokens.expires_at', 'is', null), eb('api_tokens.expires_at', '>', p('now'))])),
)

const findGrant = prepared<{ id: string; now: string }>()((db, p) =>
  db
    .selectFrom('oauth_grants')
    .innerJoin('users', 'users.id', 'oauth_grants.user_id')
    .select([
      ...HOLDER,
      'oauth_grants.client_name as token_name',
      'oauth_grants.icon_key',
      'oauth_grants.plan_id as plan_limit',
    ])
    .select((eb) => eb.lit(null).$castTo<string | null>().as('expires_at'))
    .where('oauth_grants.id', '=', p('id')),
)

const FIND = { session: findSession, token: findApiToken, connector: findGrant }

/** The person of this session, API token or app; undefined if it has ended. */
export async function findHolder(db: Db | Tx, credential: { kind: Via['kind']; id: string }, now: string) {
  const [row] = await FIND[credential.kind](db, { id: credential.id, now })
  return row
}

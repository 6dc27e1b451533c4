import { sql } from 'kysely'
import { isInList, listOf } from '../../../db/dialect.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Db, SessionRow, Tx } from '../../../db/schema.ts'

const findSessions = prepared<{ hashes: unknown }>()((db, p) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.token_hash',
      'sessions.id',
      'sessions.user_id',
      'sessions.last_seen',
      'sessions.remember',
      'sessions.created_at',
      'sessions.expires_at',
      'users.name',
    ])
    .where(isInList(db, sql`sessions.token_hash`, p('hashes'))),
)

/** Sessions by the hashes of their tokens, also those that have expired. */
export const findSessionsByHash = (db: Db | Tx, hashes: readonly string[]) =>
  findSessions(db, { hashes: listOf(db, hashes) })

const findTokens = prepared<{ hashes: unknown }>()((db, p) =>
  db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .select([
      'api_tokens.token_hash',
      'api_tokens.id',
      'api_tokens.user_id',
      'api_tokens.name as token_name',
      'api_tokens.permissions',
      'api_tokens.last_used',
      'api_tokens.expires_at',
      'api_tokens.plan_id',
      'api_tokens.branch_id',
      'users.name',
    ])
    .where(isInList(db, sql`api_tokens.token_hash`, p('hashes'))),
)

export const findApiTokensByHash = (db: Db | Tx, hashes: readonly string[]) =>
  findTokens(db, { hashes: listOf(db, hashes) })

const findAccessTokens = prepared<{ hashes: unknown }>()((db, p) =>
  db
    .selectFrom('oauth_tokens')
    .innerJoin('oauth_grants', 'oauth_grants.id', 'oauth_tokens.grant_id')
    .innerJoin('users', 'users.id', 'oauth_grants.user_id')
    .select([
      'oauth_tokens.token_hash',
      'oauth_tokens.scope',
      'oauth_tokens.expires_at',
      'oauth_grants.id',
      'oauth_grants.user_id',
      'oauth_grants.client_name',
      'oauth_grants.icon_key',
      'oauth_grants.resource',
      'oauth_grants.plan_id',
      'oauth_grants.branch_id',
      'oauth_grants.last_used',
      'users.name',
    ])
    .where('oauth_tokens.kind', '=', sql.lit('access' as const))
    .where(isInList(db, sql`oauth_tokens.token_hash`, p('hashes'))),
)

/** Access tokens of connected apps by their hashes, also those that have expired. */
export const findAccessTokensByHash = (db: Db | Tx, hashes: readonly string[]) =>
  findAccessTokens(db, { hashes: listOf(db, hashes) })

export async function updateAppUsed(tx: Tx, id: string, last_used: string): Promise<void> {
  await tx.updateTable('oauth_grants').set({ last_used }).where('id', '=', id).execute()
}

export async function insertSession(tx: Tx, session: SessionRow): Promise<void> {
  await tx.insertInto('sessions').values(session).execute()
}

/** False when the person has no such session. */
export async function deleteSession(tx: Tx, userId: string, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends all sessions of a person but one; returns the ids of the ended ones. */
export async function deleteSessionsOf(tx: Tx, userId: string, exceptId: string | null): Promise<string[]> {
  let query = tx.deleteFrom('sessions').where('user_id', '=', userId)
  if (exceptId !== null) query = query.where('id', '!=', exceptId)
  const rows = await query.returning('id').execute()
  return rows.map(({ id }) => id)
}

/** Ends all but the `keep` sessions of a person that were used last; returns the ids of the ended ones. */
export async function deleteOldSessions(tx: Tx, userId: string, keep: number, now: string): Promise<string[]> {
  const old = await tx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_seen', 'desc')
    .orderBy('id', 'desc')
    .offset(keep)
    .limit(keep)
    .execute()
  const ids = old.map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom('sessions').where('id', 'in', ids).execute()
  return ids
}

export async function listSessions(db: Db | Tx, userId: string, now: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_seen', 'user_agent', 'ip'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_seen', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** When an active session began; undefined if it has ended. */
export async function findSessionStart(db: Db | Tx, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('sessions').select('created_at').where('id', '=', id).executeTakeFirst()
  return row?.created_at
}

export async function updateSessionSeen(tx: Tx, id: string, last_seen: string, expires_at: string): Promise<void> {
  await tx.updateTable('sessions').set({ last_seen, expires_at }).where('id', '=', id).execute()
}

export async function updateTokenUsed(tx: Tx, id: string, last_used: string): Promise<void> {
  await tx.updateTable('api_tokens').set({ last_used }).where('id', '=', id).execute()
}

export async function deleteExpiredSession(tx: Tx, id: string, now: string): Promise<void> {
  await tx.deleteFrom('sessions').where('id', '=', id).where('expires_at', '<=', now).execute()
}

import { isStorable } from '@cairn/contract/api/common'
import { sql } from 'kysely'
import { HOUR_MS } from '../../base/units.ts'
import type {
  Db,
  OauthAssertionRow,
  OauthClientRow,
  OauthCodeRow,
  OauthGrantRow,
  OauthIconRow,
  OauthTokenRow,
  Tx,
} from '../../db/schema.ts'
import { deletion, deletionBefore, type Slice } from '../../db/slices.ts'

export async function findClient(db: Db | Tx, id: string): Promise<OauthClientRow | undefined> {
  if (!isStorable(id)) return undefined
  return db.selectFrom('oauth_clients').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function saveClient(tx: Tx, client: OauthClientRow): Promise<void> {
  const { name, host, redirect_uris, fetched_at, logo_uri, icon_key, keys } = client
  const changes = { name, host, redirect_uris, fetched_at, logo_uri, icon_key, keys }
  await tx
    .insertInto('oauth_clients')
    .values(client)
    .onConflict((on) => on.column('id').doUpdateSet(changes))
    .execute()
}

export async function saveIcon(tx: Tx, icon: OauthIconRow): Promise<void> {
  const { created_at } = icon
  await tx
    .insertInto('oauth_icons')
    .values(icon)
    .onConflict((on) => on.column('key').doUpdateSet({ created_at }))
    .execute()
}

export async function findIcon(db: Db | Tx, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('oauth_icons').select('image').where('key', '=', key).executeTakeFirst()
  return row?.image
}

/** False if it was accepted before. */
export async function insertAssertion(tx: Tx, row: OauthAssertionRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('oauth_assertions')
    .values(row)
    .onConflict((on) => on.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function updateClientUsed(tx: Tx, id: string, used_at: string): Promise<void> {
  await tx.updateTable('oauth_clients').set({ used_at }).where('id', '=', id).execute()
}

export async function insertCode(tx: Tx, code: OauthCodeRow): Promise<void> {
  await tx.insertInto('oauth_codes').values(code).execute()
}

/** The apps that a person has connected, and those that still have to redeem their code. */
export async function countApps(db: Db | Tx, user_id: string, now: string): Promise<number> {
  const { connected, open } = await db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('oauth_grants').select(fn.countAll<number>().as('n')).where('user_id', '=', user_id).as('connected'),
      selectFrom('oauth_codes')
        .select(fn.countAll<number>().as('n'))
        .where('user_id', '=', user_id)
        .where('grant_id', 'is', null)
        .where('expires_at', '>', now)
        .as('open'),
    ])
    .executeTakeFirstOrThrow()
  return Number(connected) + Number(open)
}

/** The code and its person; undefined if the account is deleted. */
export async function findCode(db: Db | Tx, code_hash: string) {
  return db
    .selectFrom('oauth_codes')
    .innerJoin('users', 'users.id', 'oauth_codes.user_id')
    .selectAll('oauth_codes')
    .select('users.name')
    .where('code_hash', '=', code_hash)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** False when the code was already redeemed. */
export async function redeemCode(tx: Tx, code_hash: string, grant_id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('oauth_codes')
    .set({ grant_id })
    .where('code_hash', '=', code_hash)
    .where('grant_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function insertGrant(tx: Tx, grant: OauthGrantRow): Promise<void> {
  await tx.insertInto('oauth_grants').values(grant).execute()
}

/** Locks the grant until the transaction ends; false when it has ended. */
export async function touchGrant(tx: Tx, id: string, last_used: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('oauth_grants')
    .set({ last_used })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes the grant with its tokens; false when the person has no such grant. */
export async function deleteGrant(tx: Tx, user_id: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('oauth_grants')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function insertTokens(tx: Tx, tokens: OauthTokenRow[]): Promise<void> {
  await tx.insertInto('oauth_tokens').values(tokens).execute()
}

/** Rows deleted with one refresh: more than it adds. */
const TRIMMED_AT_ONCE = 100

/** Deletes the oldest refresh tokens of an app that are above the numbers to keep. The caller has locked the grant. */
export async function deleteOldRefreshTokens(
  tx: Tx,
  grant_id: string,
  keep: { unused: number; used: number },
): Promise<void> {
  const of = (used: boolean) =>
    tx
      .selectFrom('oauth_tokens')
      .select('token_hash')
      .where('grant_id', '=', grant_id)
      .where('kind', '=', 'refresh')
      .where('used_at', used ? 'is not' : 'is', null)
      .orderBy(used ? 'used_at' : 'created_at', 'desc')
      .offset(used ? keep.used : keep.unused)
      .limit(TRIMMED_AT_ONCE)
      .execute()
  const old = [...(await of(false)), ...(await of(true))].map(({ token_hash }) => token_hash)
  if (old.length > 0) await tx.deleteFrom('oauth_tokens').where('token_hash', 'in', old).execute()
}

/** The token with its grant and person, also if it has expired. */
export async function findToken(db: Db | Tx, token_hash: string) {
  return db
    .selectFrom('oauth_tokens')
    .innerJoin('oauth_grants', 'oauth_grants.id', 'oauth_tokens.grant_id')
    .innerJoin('users', 'users.id', 'oauth_grants.user_id')
    .selectAll('oauth_tokens')
    .select(['oauth_grants.user_id', 'oauth_grants.client_id', 'oauth_grants.resource', 'users.name'])
    .where('token_hash', '=', token_hash)
    .executeTakeFirst()
}

export async function updateTokenReplaced(tx: Tx, token_hash: string, used_at: string): Promise<void> {
  await tx.updateTable('oauth_tokens').set({ used_at }).where('token_hash', '=', token_hash).execute()
}

export async function deleteToken(tx: Tx, token_hash: string): Promise<void> {
  await tx.deleteFrom('oauth_tokens').where('token_hash', '=', token_hash).execute()
}

/** Undefined when the person has no such grant. */
export async function findGrant(db: Db | Tx, user_id: string, id: string): Promise<OauthGrantRow | undefined> {
  return db
    .selectFrom('oauth_grants')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function updateGrantLimits(
  tx: Tx,
  id: string,
  limits: Pick<OauthGrantRow, 'plan_id' | 'branch_id' | 'changes_per_hour' | 'nodes_per_hour'>,
): Promise<void> {
  await tx.updateTable('oauth_grants').set(limits).where('id', '=', id).execute()
}

/** Newest first. */
export async function listGrants(db: Db | Tx, user_id: string): Promise<OauthGrantRow[]> {
  return db
    .selectFrom('oauth_grants')
    .selectAll()
    .where('oauth_grants.user_id', '=', user_id)
    .orderBy('oauth_grants.created_at', 'desc')
    .orderBy('oauth_grants.id', 'desc')
    .execute()
}

/** Rows that nothing needs, oldest first: ended codes and tokens, grants without a token, and unused clients. */
export const unneeded = (now: Date, { unused, forgotten }: { unused: Date; forgotten: Date }): Slice[] => [
  deletionBefore('oauth_codes', 'expires_at', new Date(now.getTime() - HOUR_MS)),
  deletionBefore('oauth_tokens', 'expires_at', now),
  deletion('oauth_grants', sql`not exists (select 1 from oauth_tokens where oauth_tokens.grant_id = oauth_grants.id)`),
  deletion(
    'oauth_clients',
    sql`created_at < ${unused.toISOString()} and (used_at is null or used_at < ${forgotten.toISOString()})
      and not exists (select 1 from oauth_grants where oauth_grants.client_id = oauth_clients.id)`,
  ),
  deletion(
    'oauth_icons',
    sql`created_at < ${unused.toISOString()}
      and not exists (select 1 from oauth_clients where oauth_clients.icon_key = oauth_icons.key)
      and not exists (select 1 from oauth_grants where oauth_grants.icon_key = oauth_icons.key)`,
  ),
  deletionBefore('oauth_assertions', 'expires_at', now),
]

import { prepared } from '../../db/prepared.ts'
import type { Db, SessionRow, Tx, UserRow } from '../../db/schema.ts'

const findSession = prepared<{ token_hash: string; now: string }>()((db, p) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id',
      'sessions.user_id',
      'sessions.last_seen',
      'sessions.remember',
      'sessions.expires_at',
      'users.name',
    ])
    .where('sessions.token_hash', '=', p('token_hash'))
    .where('sessions.expires_at', '>', p('now')),
)

/** A living session by the hash of its token. */
export async function findSessionByHash(db: Db | Tx, token_hash: string, now: string) {
  const [row] = await findSession(db, { token_hash, now })
  return row
}

const findToken = prepared<{ token_hash: string }>()((db, p) =>
  db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .select([
      'api_tokens.id',
      'api_tokens.user_id',
      'api_tokens.name as token_name',
      'api_tokens.permissions',
      'api_tokens.last_used',
      'api_tokens.expires_at',
      'users.name',
    ])
    .where('api_tokens.token_hash', '=', p('token_hash')),
)

export async function findApiTokenByHash(db: Db | Tx, token_hash: string) {
  const [row] = await findToken(db, { token_hash })
  return row
}

export async function findUserByEmail(db: Db | Tx, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}

/** False when the address is taken. */
export async function insertUser(tx: Tx, user: UserRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('users')
    .values(user)
    .onConflict((on) => on.column('email').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function insertSession(tx: Tx, session: SessionRow): Promise<void> {
  await tx.insertInto('sessions').values(session).execute()
}

export async function deleteSessionByHash(tx: Tx, token_hash: string): Promise<void> {
  await tx.deleteFrom('sessions').where('token_hash', '=', token_hash).execute()
}

export async function findIsDemo(db: Db | Tx, userId: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('is_demo').where('id', '=', userId).executeTakeFirst()
  return row?.is_demo === 1
}

// Revokes what a restore must not bring back: sessions and tokens that were revoked after the backup was created.
import { randomBytes } from 'node:crypto'
import { DatabaseSync } from '@photostructure/sqlite'
import { withClient } from '../db/postgres-dump.ts'

/** An API token as listed by a restore. */
interface TokenLine {
  id: string
  name: string
  prefix: string
  email: string
}
export interface RestoredTokens {
  /** Tokens that are still valid. */
  kept: TokenLine[]
  /** Tokens revoked since the backup was created, or all of them if that is unknown. */
  revoked: TokenLine[]
}

const LIST_TOKENS = `
  select api_tokens.id, api_tokens.name, api_tokens.prefix, users.email
  from api_tokens join users on users.id = api_tokens.user_id order by users.email, api_tokens.id`
/**
 * Sessions, mailed links, tickets and stored replies belong to the replaced history, as does the state of other
 * servers.
 */
const ENDED = ['sessions', 'one_time_tokens', 'idempotency_keys', 'servers', 'leases', 'withdrawals']
/**
 * Apps connect again: their tokens rotate, so the ones in a backup are old. Calendar URLs may have been revoked since.
 * Deliveries may have been sent since. Backups of older versions have none.
 */
const ENDED_IF_THERE = ['oauth_codes', 'oauth_tokens', 'oauth_grants', 'calendars', 'webhook_deliveries']
/** Invitations may have been canceled since. Their links end; an invitation that still holds is renewed. */
const END_INVITATIONS = 'update invitations set expires_at = '
const newEpoch = (): string => randomBytes(9).toString('base64url')

function partition(tokens: readonly TokenLine[], valid: ReadonlySet<string> | null): RestoredTokens {
  const kept = tokens.filter(({ id }) => valid?.has(id))
  return { kept, revoked: tokens.filter(({ id }) => !valid?.has(id)) }
}

/** The valid tokens of the database to be replaced; null if it cannot be read. */
export function listValidTokensIn(databasePath: string): ReadonlySet<string> | null {
  try {
    const file = new DatabaseSync(databasePath, { readOnly: true })
    try {
      const rows = file.prepare('select id from api_tokens').all() as { id: string }[]
      return new Set(rows.map(({ id }) => id))
    } finally {
      file.close()
    }
  } catch {
    return null
  }
}

/** Works on a database file that no one uses yet. */
export function revokeInFile(databasePath: string, valid: ReadonlySet<string> | null): RestoredTokens {
  const file = new DatabaseSync(databasePath)
  try {
    const tokens = partition(file.prepare(LIST_TOKENS).all() as unknown as TokenLine[], valid)
    file.exec('begin immediate')
    for (const table of ENDED) file.exec(`delete from ${table}`)
    const isThere = file.prepare("select 1 from sqlite_master where type = 'table' and name = ?")
    for (const table of ENDED_IF_THERE) if (isThere.get(table)) file.exec(`delete from ${table}`)
    file.prepare(`${END_INVITATIONS} ?`).run(new Date().toISOString())
    const revoke = file.prepare('delete from api_tokens where id = ?')
    for (const { id } of tokens.revoked) revoke.run(id)
    file.prepare('update installation set epoch = ?').run(newEpoch())
    file.exec('commit')
    return tokens
  } finally {
    file.close()
  }
}

/** Like `listValidTokensIn`, for a PostgreSQL database to be replaced. */
export const listValidTokensAt = (url: string): Promise<ReadonlySet<string> | null> =>
  withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ found: string | null }>(`select to_regclass('api_tokens') as found`)
    if (!tables[0]?.found) return null
    const { rows } = await client.query<{ id: string }>('select id from api_tokens')
    return new Set(rows.map(({ id }) => id))
  })

/** In a PostgreSQL database, right after the dump was restored. */
export const revokeAt = (url: string, valid: ReadonlySet<string> | null): Promise<RestoredTokens> =>
  withClient(url, async (client) => {
    await client.query('begin')
    const tokens = partition((await client.query<TokenLine>(LIST_TOKENS)).rows, valid)
    for (const table of ENDED) await client.query(`delete from ${table}`)
    for (const table of ENDED_IF_THERE) {
      const { rows } = await client.query<{ found: string | null }>('select to_regclass($1) as found', [table])
      if (rows[0]?.found) await client.query(`delete from ${table}`)
    }
    await client.query(`${END_INVITATIONS} $1`, [new Date().toISOString()])
    await client.query('delete from api_tokens where id = any($1)', [tokens.revoked.map(({ id }) => id)])
    await client.query('update installation set epoch = $1', [newEpoch()])
    await client.query('commit')
    return tokens
  })

// Revokes what a restore must not bring back: sessions and tokens that were revoked after the backup was created.
import { randomBytes } from 'node:crypto'
import { DatabaseSync } from '@photostructure/sqlite'
import { type PostgresClient, withClient } from '../db/postgres-dump.ts'
import type { CredentialLimitColumns } from '../db/schema.ts'
import { CREATE_NOTE, isRestoreUnfinished, UNFINISHED_RESTORE } from '../db/unfinished-restore.ts'

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

const LIMITS = ['plan_id', 'branch_id', 'changes_per_hour', 'nodes_per_hour'] as const
type Limits = Pick<CredentialLimitColumns, (typeof LIMITS)[number]>
/** By the id of the token. Databases of older versions have no limits. */
export type ValidTokens = ReadonlyMap<string, Partial<Limits>>
type StoredToken = TokenLine & Partial<Limits>

const LIST_VALID = 'select * from api_tokens'
const LIST_TOKENS = `
  select api_tokens.*, users.email
  from api_tokens join users on users.id = api_tokens.user_id order by users.email, api_tokens.id`
/**
 * Sessions, mailed links, tickets and stored replies belong to the replaced history, as does the state of other
 * servers.
 */
const ENDED = ['sessions', 'one_time_tokens', 'idempotency_keys', 'servers', 'leases']
/**
 * Apps connect again: their tokens rotate, so the ones in a backup are old. Calendar URLs may have been revoked since.
 * Deliveries may have been sent since. Backups of older versions lack these tables, or call `revocations` `withdrawals`.
 */
const ENDED_IF_THERE = [
  ...['oauth_codes', 'oauth_tokens', 'oauth_grants', 'calendars', 'webhook_deliveries'],
  ...['revocations', 'withdrawals'],
]
/** Invitations may have been canceled since. Their links end; an invitation that still holds is renewed. */
const END_INVITATIONS = 'update invitations set expires_at = '
const newEpoch = (): string => randomBytes(9).toString('base64url')

const SET_LIMITS = (bind: (nr: number) => string): string =>
  `update api_tokens set ${LIMITS.map((column, i) => `${column} = ${bind(i + 1)}`).join(', ')} where id = ${bind(5)}`

interface Decided extends RestoredTokens {
  /** The values of `SET_LIMITS`, for each token that is kept. */
  limits: (string | number | null)[][]
}

/** A token is revoked too if the backup is of a version that cannot store the limits that it has by now. */
function decide(tokens: readonly StoredToken[], valid: ValidTokens | null): Decided {
  const decided: Decided = { kept: [], revoked: [], limits: [] }
  for (const token of tokens) {
    const { id, name, prefix, email } = token
    const current = valid?.get(id)
    const isStorable = LIMITS.every((column) => column in token)
    const isKept = current && (isStorable || LIMITS.every((column) => (current[column] ?? null) === null))
    decided[isKept ? 'kept' : 'revoked'].push({ id, name, prefix, email })
    if (!isKept || !isStorable) continue
    const limits = stricter(limitsOf(token), limitsOf(current))
    decided.limits.push([...LIMITS.map((column) => limits[column]), id])
  }
  return decided
}

const limitsOf = (row: Partial<Limits>): Limits => ({
  plan_id: row.plan_id ?? null,
  branch_id: row.branch_id ?? null,
  changes_per_hour: row.changes_per_hour ?? null,
  nodes_per_hour: row.nodes_per_hour ?? null,
})

/** The person may have limited the token since the backup was created. Of two different plans, the current one holds. */
function stricter(backup: Limits, current: Limits): Limits {
  const isNarrower = current.plan_id === backup.plan_id && current.branch_id === null
  const { plan_id, branch_id } = current.plan_id === null || isNarrower ? backup : current
  const least = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.min(a, b))
  return {
    plan_id,
    branch_id,
    changes_per_hour: least(backup.changes_per_hour, current.changes_per_hour),
    nodes_per_hour: least(backup.nodes_per_hour, current.nodes_per_hour),
  }
}

const byId = (rows: readonly (Partial<Limits> & { id: string })[]): ValidTokens =>
  new Map(rows.map((row) => [row.id, limitsOf(row)]))

/** The valid tokens of the database to be replaced; null if it cannot be read. */
export function listValidTokensIn(databasePath: string): ValidTokens | null {
  try {
    const file = new DatabaseSync(databasePath, { readOnly: true })
    try {
      return byId(file.prepare(LIST_VALID).all() as unknown as StoredToken[])
    } finally {
      file.close()
    }
  } catch {
    return null
  }
}

/** Works on a database file that no one uses yet. */
export function revokeInFile(databasePath: string, valid: ValidTokens | null): RestoredTokens {
  const file = new DatabaseSync(databasePath)
  try {
    const { kept, revoked, limits } = decide(file.prepare(LIST_TOKENS).all() as unknown as StoredToken[], valid)
    file.exec('begin immediate')
    for (const table of ENDED) file.exec(`delete from ${table}`)
    const isThere = file.prepare("select 1 from sqlite_master where type = 'table' and name = ?")
    for (const table of ENDED_IF_THERE) if (isThere.get(table)) file.exec(`delete from ${table}`)
    file.prepare(`${END_INVITATIONS} ?`).run(new Date().toISOString())
    const revoke = file.prepare('delete from api_tokens where id = ?')
    for (const { id } of revoked) revoke.run(id)
    if (limits.length > 0) {
      const setLimits = file.prepare(SET_LIMITS(() => '?'))
      for (const values of limits) setLimits.run(...values)
    }
    file.prepare('update installation set epoch = ?').run(newEpoch())
    file.exec('commit')
    return { kept, revoked }
  } finally {
    file.close()
  }
}

const isThere = async (client: PostgresClient, table: string): Promise<boolean> => {
  const { rows } = await client.query<{ found: string | null }>('select to_regclass($1) as found', [table])
  return Boolean(rows[0]?.found)
}

/**
 * Like `listValidTokensIn`, for a PostgreSQL database to be replaced. The list is also noted in the database, where the
 * dump does not replace it: until `revokeAt`, no server starts, and another attempt finds the list of the first one.
 */
export const noteValidTokensAt = (url: string): Promise<ValidTokens | null> =>
  withClient(url, async (client) => {
    if (await isRestoreUnfinished(async (statement) => (await client.query(statement)).rows)) {
      const { rows } = await client.query<{ valid: StoredToken[] | null }>(`select valid from ${UNFINISHED_RESTORE}`)
      return rows[0]?.valid ? byId(rows[0].valid) : null
    }
    const valid = (await isThere(client, 'api_tokens')) ? (await client.query<StoredToken>(LIST_VALID)).rows : null
    const tokens = valid?.map(({ id, ...row }) => ({ id, ...limitsOf(row) })) ?? null
    await client.query('begin')
    for (const statement of CREATE_NOTE) await client.query(statement)
    await client.query(`update ${UNFINISHED_RESTORE} set valid = $1`, [tokens && JSON.stringify(tokens)])
    await client.query('commit')
    return tokens && byId(tokens)
  })

/** In a PostgreSQL database, right after the dump was restored. */
export const revokeAt = (url: string, valid: ValidTokens | null): Promise<RestoredTokens> =>
  withClient(url, async (client) => {
    await client.query('begin')
    const { kept, revoked, limits } = decide((await client.query<StoredToken>(LIST_TOKENS)).rows, valid)
    for (const table of ENDED) await client.query(`delete from ${table}`)
    for (const table of ENDED_IF_THERE) if (await isThere(client, table)) await client.query(`delete from ${table}`)
    await client.query(`${END_INVITATIONS} $1`, [new Date().toISOString()])
    await client.query('delete from api_tokens where id = any($1)', [revoked.map(({ id }) => id)])
    for (const values of limits)
      await client.query(
        SET_LIMITS((nr) => `$${nr}`),
        values,
      )
    await client.query('update installation set epoch = $1', [newEpoch()])
    await client.query(`drop table if exists ${UNFINISHED_RESTORE}`)
    await client.query('commit')
    return { kept, revoked }
  })

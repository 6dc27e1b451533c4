// A restore on PostgreSQL replaces the tables first and revokes what they brought back after that. A note in the
// database says in between that the second step is missing.
import { sql } from 'kysely'
import { OperatorError } from '../base/errors.ts'
import type { Db } from './schema.ts'

/** The table of the note: a dump neither contains nor replaces it. */
export const UNFINISHED_RESTORE = 'unfinished_restore'

/** `replaced` is the table that will be replaced by one with another oid; `valid` the tokens that it has. */
export const CREATE_NOTE = [
  `drop table if exists ${UNFINISHED_RESTORE}`,
  `create table ${UNFINISHED_RESTORE} as select to_regclass('api_tokens')::oid as replaced, null::jsonb as valid`,
]

type Query = (statement: string) => Promise<Record<string, unknown>[]>

/** Whether the tables were replaced and nothing was revoked yet. A note alone does not say so: the dump may have failed. */
export async function isRestoreUnfinished(query: Query): Promise<boolean> {
  const [note] = await query(`select to_regclass('${UNFINISHED_RESTORE}') as found`)
  if (!note?.found) return false
  const [state] = await query(
    `select to_regclass('api_tokens')::oid is distinct from replaced as unfinished from ${UNFINISHED_RESTORE}`,
  )
  return state?.unfinished === true
}

/** Throws `OperatorError` while tokens that were revoked may be valid again. */
export async function refuseUnfinishedRestore(db: Db): Promise<void> {
  if (
    await isRestoreUnfinished(async (statement) => (await sql.raw<Record<string, unknown>>(statement).execute(db)).rows)
  )
    throw new OperatorError('A restore was interrupted. Run it again, with --force.')
}

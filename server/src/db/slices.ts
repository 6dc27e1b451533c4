// Deletes many rows in small transactions, so no write waits long.
import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Store } from './open.ts'
import type { Tables, Tx } from './schema.ts'

/** Rows that one transaction deletes. */
export const SLICE_ROWS = 1_000
/** Others run between two transactions. */
const PAUSE_MS = 20

const KEYS = {
  idempotency_keys: ['user_id', 'route', 'key'],
  sessions: ['id'],
  one_time_tokens: ['token_hash'],
  attempts: ['key', 'window_start'],
  oauth_clients: ['id'],
  oauth_grants: ['id'],
  oauth_icons: ['key'],
  oauth_assertions: ['id'],
  oauth_codes: ['code_hash'],
  oauth_tokens: ['token_hash'],
  security_events: ['id'],
  assignments: ['plan_id', 'id'],
  edges: ['plan_id', 'id'],
  logs: ['plan_id', 'node_id', 'id'],
  reactions: ['plan_id', 'node_id', 'log_id', 'user_id', 'emoji'],
  log_mentions: ['plan_id', 'node_id', 'log_id', 'user_id'],
  node_reads: ['plan_id', 'node_id', 'user_id'],
  watches: ['plan_id', 'user_id', 'node_id'],
  artifacts: ['plan_id', 'id'],
  nodes: ['plan_id', 'id'],
  events: ['plan_id', 'revision'],
  runs: ['plan_id', 'run_id'],
  run_calls: ['user_id', 'run_id'],
  collaborators: ['plan_id', 'user_id'],
  favorites: ['plan_id', 'user_id'],
  invitations: ['id'],
} satisfies Partial<Record<keyof Tables, string[]>>
export type Sliced = keyof typeof KEYS

/** Changes up to `limit` rows and returns their number; fewer than `limit` means that nothing is left. */
export type Slice = (tx: Tx, limit: number) => Promise<number>

/** Runs a slice, each time in its own transaction, until nothing is left. */
export async function inSlices({ write }: Pick<Store, 'write'>, slice: Slice): Promise<void> {
  for (;;) {
    const rows = await write((tx) => slice(tx, SLICE_ROWS))
    if (rows > 0) await sleep(PAUSE_MS)
    if (rows < SLICE_ROWS) return
  }
}

/** Rows of a table for which `which` holds. */
export const deletion =
  (table: Sliced, which: RawBuilder<boolean>): Slice =>
  async (tx, limit) => {
    const { numAffectedRows = 0n } =
      await sql`delete from ${sql.table(table)} where ${among(table, which, limit)}`.execute(tx)
    return Number(numAffectedRows)
  }

/** Rows that have expired by `expires_at`. */
export const deletionBefore = (table: Sliced, column: string, time: Date): Slice =>
  deletion(table, sql`${sql.ref(column)} < ${time.toISOString()}`)

/** Slices of several tables, one after the other; the next one gets what is left of the limit. */
export const oneByOne =
  (slices: readonly Slice[]): Slice =>
  async (tx, limit) => {
    let rows = 0
    for (const slice of slices) {
      rows += await slice(tx, limit - rows)
      if (rows >= limit) break
    }
    return rows
  }

/** Whether a row is one of the first for which `which` holds: neither database supports a limit on deletes. */
export function among(table: Sliced, which: RawBuilder<boolean>, limit: number): RawBuilder<boolean> {
  const key = sql.join(KEYS[table].map((column) => sql.ref(column)))
  return sql`(${key}) in (select ${key} from ${sql.table(table)} where ${which} limit ${limit})`
}

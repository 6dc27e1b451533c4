// The security log: one structured line and one row for each sign-in, refused call, and change of a credential, a role
// or sharing. Neither holds a secret, a name or an email address.
import type { PlanEvent } from '@cairn/contract/api/events'
import type { SecurityKind } from '@cairn/contract/api/security'
import type { Background, Log } from '../base/background.ts'
import { newId } from '../base/ids.ts'
import type { Store } from '../db/open.ts'
import type { SecurityEventRow } from '../db/schema.ts'
import { lruOf } from './lru.ts'
import { insertSecurityEvents } from './security-log.repo.ts'

/** How long rows wait, so one write takes many. */
const BATCH_MS = 1_000
/** More rows than this wait only in a flood; log lines are still written. */
const WAITING_MAX = 1_000
/** A repeated refusal is one row per minute. */
const REPEATED_MS = 60_000
const REPEATED_MAX = 5_000

export interface SecurityEvent {
  kind: SecurityKind
  /** The account or access it is about; the caller's by default. */
  user_id?: string | null
  plan_id?: string | null
  actor_id?: string | null
  /** Of the caller's machine. */
  address?: string | null
  /** Ids, roles, counts. */
  data?: object
}

export interface SecurityLog {
  /** For events outside of commands, such as a failed sign-in: writes the log line now and the row within a second. */
  record(event: SecurityEvent, credentialId?: string | null): void
  /** The log line of a written row. */
  log(row: SecurityEventRow): void
  /** Writes the waiting rows; later ones are only log lines. */
  close(): Promise<void>
}

export function createSecurityLog(store: Store, clock: () => Date, background: Background, log: Log): SecurityLog {
  let waiting: SecurityEventRow[] = []
  let timer: NodeJS.Timeout | null = null
  let closed = false
  const repeated = lruOf<true>(REPEATED_MAX, { ttl: REPEATED_MS })

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    const rows = waiting
    waiting = []
    if (rows.length > 0) await store.write((tx) => insertSecurityEvents(tx, rows))
  }
  const line = ({ kind, user_id, plan_id, actor_id, credential_id, address, data }: SecurityEventRow) =>
    log.info(
      { security: kind, user_id, plan_id, actor_id, credential_id, address, ...(JSON.parse(data) as object) },
      'security event',
    )

  return {
    record: (event, credentialId = null) => {
      const row = securityRow(event, clock().toISOString(), credentialId)
      line(row)
      const { kind, user_id, plan_id, address, data } = row
      const key = JSON.stringify([kind, user_id, plan_id, address, data])
      if (closed || waiting.length >= WAITING_MAX || repeated.has(key)) return
      repeated.set(key, true)
      waiting.push(row)
      timer ??= setTimeout(() => background.run('security log', flush), BATCH_MS).unref()
    },
    log: line,
    close: () => {
      closed = true
      return flush()
    },
  }
}

export const securityRow = (
  { kind, user_id = null, plan_id = null, actor_id = null, address = null, data = {} }: SecurityEvent,
  now: string,
  credentialId: string | null,
): SecurityEventRow => ({
  id: newId(),
  kind,
  user_id,
  plan_id,
  actor_id,
  credential_id: credentialId || null,
  address,
  data: JSON.stringify(data),
  created_at: now,
})

/** The row for a plan event that changes who has access. */
export function aboutAccess(kind: SecurityKind, { plan_id, data }: PlanEvent): SecurityEvent {
  const { user_id, owner_id } = { ...data.before, ...data.after } as { user_id?: string; owner_id?: string }
  return { kind, plan_id, user_id: user_id ?? owner_id ?? null, data }
}

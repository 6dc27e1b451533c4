// The tables that record what happened: events, the runs of agents, and the security log.
import type { EventKind } from '@cairn/contract/api/events'
import type { SecurityKind } from '@cairn/contract/api/security'

export interface EventRow {
  plan_id: string
  revision: number
  id: string
  kind: EventKind
  node_id: string | null
  node_title: string | null
  actor_id: string
  /** JSON: how the change came in. */
  via: string
  run_id: string | null
  /** JSON: `{ before, after }`, with long values cut. */
  data: string
  created_at: string
  /** JSON: `{ before, after }` with the complete long values; null if there are none. */
  more: string | null
  /** The revision of the command's first event in this plan; null in rows of older versions. */
  change: number | null
  /** The revision of the event that this one takes back. */
  undoes: number | null
}

/** A run of an agent in one plan. */
export interface RunRow {
  plan_id: string
  run_id: string
  user_id: string
  /** JSON: how the first change came in. */
  via: string
  first_revision: number
  last_revision: number
  started_at: string
  ended_at: string
  /** Commands that changed something. */
  changes: number
  events: number
}

/** How many API calls a run made in all plans. A crash may lose some. */
export interface RunCallsRow {
  user_id: string
  run_id: string
  calls: number
  last_at: string
}

/** Events of accounts, credentials, roles and refused calls; ids only, names are joined on read. */
export interface SecurityEventRow {
  id: string
  kind: SecurityKind
  /** The account or access it is about; null if no account is known. */
  user_id: string | null
  plan_id: string | null
  /** The person who did it; null if not signed in. */
  actor_id: string | null
  /** The session or token that was used. */
  credential_id: string | null
  /** The caller's IP address, if known. */
  address: string | null
  /** JSON object of ids and roles; never a secret, a name or an email address. */
  data: string
  created_at: string
}

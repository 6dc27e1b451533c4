// The tables of calendars and webhooks.
import type { DeliveryStatus } from '@cairn/contract/api/webhooks'

/** The secret URL of an iCalendar feed. */
export interface CalendarRow {
  id: string
  user_id: string
  /** The plan's id, or 'assigned' for the nodes that are assigned to the person: one feed of each per person. */
  scope: string
  plan_id: string | null
  secret_hash: string
  created_at: string
}

/** Sends the events of a plan to a URL. */
export interface WebhookRow {
  id: string
  plan_id: string
  url: string
  /** JSON list of event kinds; null for all. */
  kinds: string | null
  /** Encrypted with a key that is derived from the server's secret. */
  secret: string
  /** Signs too until then; encrypted as well. */
  old_secret: string | null
  old_secret_until: string | null
  is_paused: 0 | 1
  /** Set when it has failed for too long. */
  disabled_at: string | null
  /** Since when no delivery has succeeded. */
  failing_since: string | null
  created_by: string
  created_at: string
  /** The last revision of the plan whose event was queued. */
  last_revision: number
}

/** A message of a webhook. Its content is read from the event log when it is sent. */
export interface WebhookDeliveryRow {
  id: string
  webhook_id: string
  kind: string
  /** Of the event; null for a test. */
  revision: number | null
  status: DeliveryStatus
  attempts: number
  /** When it is due; while it is being sent, when another server may send it. Null once it is finished. */
  next_at: string | null
  /** Who is sending it. */
  claim: string | null
  code: number | null
  duration_ms: number | null
  answer: string | null
  created_at: string
  attempted_at: string | null
}

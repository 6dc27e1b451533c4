import type { PlanEvent } from '@cairn/contract/api/events'
import { sql } from 'kysely'
import { isOneOf } from '../db/dialect.ts'
import type { Db, Tx } from '../db/schema.ts'

type Entry = { id?: string; content?: string; tags?: string[]; metadata?: Record<string, unknown> }

const entriesIn = ({ kind, data }: PlanEvent): Entry[] =>
  kind.startsWith('log.') ? ([data.before, data.after] as (Entry | null)[]).filter((entry) => entry !== null) : []

/** Past events without what the author wrote into log entries that are deleted by now, as lists of entries show them. */
export async function withoutDeletedTexts(db: Db | Tx, events: readonly PlanEvent[]): Promise<PlanEvent[]> {
  const ids = new Set(
    events.flatMap((event) =>
      entriesIn(event).flatMap(({ id, content, tags, metadata }) => (content || tags || metadata ? (id ?? []) : [])),
    ),
  )
  if (ids.size === 0) return [...events]
  const rows = await db
    .selectFrom('logs')
    .select('id')
    .where(isOneOf(db, sql.ref('plan_id'), [...new Set(events.map(({ plan_id }) => plan_id))]))
    .where(isOneOf(db, sql.ref('id'), [...ids]))
    .where('deleted_at', 'is not', null)
    .execute()
  if (rows.length === 0) return [...events]
  const deleted = new Set(rows.map(({ id }) => id))
  const hide = <T>(side: T): T => {
    const entry = side as Entry | null
    if (entry?.id === undefined || !deleted.has(entry.id)) return side
    return {
      ...side,
      ...(entry.content && { content: '' }),
      ...(entry.tags && { tags: [] }),
      ...(entry.metadata && { metadata: {} }),
    }
  }
  return events.map((event) =>
    entriesIn(event).length === 0
      ? event
      : ({ ...event, data: { before: hide(event.data.before), after: hide(event.data.after) } } as PlanEvent),
  )
}

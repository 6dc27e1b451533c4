import type { EventKind } from '@cairn/contract/api/events'
import { sql } from 'kysely'
import { isOneOf } from '../../db/dialect.ts'
import type { Db, Tx } from '../../db/schema.ts'
import type { EventRow } from '../../db/tables/history.ts'

/** The part of an event that has texts. */
export type EventTexts = Pick<EventRow, 'revision' | 'node_title' | 'data' | 'more'>

export interface ChosenEvents {
  node_ids?: readonly string[]
  kinds?: readonly EventKind[]
  /** The revisions to look in: later than `after`, and at most `upTo`. */
  after?: number
  upTo?: number
}

/** Events of a plan in order. */
export function listEvents(
  db: Db,
  planId: string,
  { node_ids, kinds, after = 0, upTo }: ChosenEvents,
  limit: number,
): Promise<(EventTexts & Pick<EventRow, 'kind'>)[]> {
  let query = db
    .selectFrom('events')
    .select(['revision', 'kind', 'node_title', 'data', 'more'])
    .where('plan_id', '=', planId)
    .where('revision', '>', after)
  if (upTo !== undefined) query = query.where('revision', '<=', upTo)
  if (node_ids) query = query.where(isOneOf(db, sql.ref('node_id'), node_ids))
  if (kinds) query = query.where('kind', 'in', kinds)
  return query.orderBy('revision').limit(limit).execute()
}

export async function findLastRevision(db: Db, planId: string): Promise<number> {
  const row = await db
    .selectFrom('events')
    .select((select) => select.fn.max('revision').as('last'))
    .where('plan_id', '=', planId)
    .executeTakeFirst()
  return row?.last ?? 0
}

export async function updateEvents(tx: Tx, planId: string, events: readonly EventTexts[]): Promise<void> {
  for (const { revision, ...texts } of events)
    await tx.updateTable('events').set(texts).where('plan_id', '=', planId).where('revision', '=', revision).execute()
}

/** Which of the nodes exist and were not deleted before `before`. */
export async function listKept(db: Db, planId: string, ids: readonly string[], before: string): Promise<string[]> {
  const rows = await db
    .selectFrom('nodes')
    .select('id')
    .where('plan_id', '=', planId)
    .where(isOneOf(db, sql.ref('id'), ids))
    .where((has) => has.or([has('deleted_at', 'is', null), has('deleted_at', '>=', before)]))
    .execute()
  return rows.map(({ id }) => id)
}

import type { EventKind, PlanEvent } from '@cairn/contract/api/events'
import { prepared } from '../db/prepared.ts'
import type { Db, EventRow, PlanCounter, Tx } from '../db/schema.ts'

/** What a command says happened. `counters` is what it does to the plan's counters, written together with the revision. */
export type EventDraft<K extends EventKind = EventKind> = {
  [P in K]: {
    kind: P
    plan_id: string
    node_id?: string
    node_title?: string
    data: Extract<PlanEvent, { kind: P }>['data']
    counters?: Partial<Record<PlanCounter, number>>
  }
}[K]

type Deltas = Record<PlanCounter, number>

const bumpRevision = prepared<Deltas & { plan_id: string; now: string }>()((db, p) =>
  db
    .updateTable('plans')
    .set((eb) => ({
      revision: eb('revision', '+', 1),
      node_count: eb('node_count', '+', p('node_count')),
      completed_count: eb('completed_count', '+', p('completed_count')),
      in_progress_count: eb('in_progress_count', '+', p('in_progress_count')),
      blocked_count: eb('blocked_count', '+', p('blocked_count')),
      updated_at: p('now'),
    }))
    .where('id', '=', p('plan_id'))
    .returning('revision'),
)

const insertEvent = prepared<EventRow>()((db, p) =>
  db.insertInto('events').values({
    plan_id: p('plan_id'),
    revision: p('revision'),
    id: p('id'),
    kind: p('kind'),
    node_id: p('node_id'),
    node_title: p('node_title'),
    actor_id: p('actor_id'),
    via: p('via'),
    run_id: p('run_id'),
    data: p('data'),
    created_at: p('created_at'),
  }),
)

/** Appends to the plan's log. Bumping the revision holds the plan's row until the commit, so the order is gapless on every database. */
export async function appendEvent(
  tx: Tx,
  draft: EventDraft,
  by: Pick<PlanEvent, 'id' | 'actor' | 'via' | 'run_id' | 'created_at'>,
): Promise<PlanEvent> {
  const { plan_id, kind, data, counters } = draft
  const [bumped] = await bumpRevision(tx, {
    plan_id,
    now: by.created_at,
    node_count: counters?.node_count ?? 0,
    completed_count: counters?.completed_count ?? 0,
    in_progress_count: counters?.in_progress_count ?? 0,
    blocked_count: counters?.blocked_count ?? 0,
  })
  if (!bumped) throw new Error(`There is no plan ${plan_id} to append to.`)
  // Field by field: a spread costs more than the rest of this function.
  const event = {
    id: by.id,
    plan_id,
    revision: bumped.revision,
    kind,
    node_id: draft.node_id ?? null,
    node_title: draft.node_title ?? null,
    actor: by.actor,
    via: by.via,
    run_id: by.run_id,
    created_at: by.created_at,
    data,
  } as PlanEvent
  await insertEvent(tx, {
    plan_id: event.plan_id,
    revision: event.revision,
    id: event.id,
    kind: event.kind,
    node_id: event.node_id,
    node_title: event.node_title,
    actor_id: event.actor.id,
    via: JSON.stringify(event.via),
    run_id: event.run_id,
    data: JSON.stringify(event.data),
    created_at: event.created_at,
  })
  return event
}

/** Events of a plan after a revision, in order, at most `limit`. */
export async function listEventsSince(
  db: Db | Tx,
  planId: string,
  revision: number,
  limit: number,
): Promise<PlanEvent[]> {
  const rows = await db
    .selectFrom('events')
    .innerJoin('users', 'users.id', 'events.actor_id')
    .selectAll('events')
    .select('users.name as actor_name')
    .where('plan_id', '=', planId)
    .where('revision', '>', revision)
    .orderBy('revision')
    .limit(limit)
    .execute()
  return rows.map(({ actor_id, actor_name, ...row }) => ({
    ...row,
    actor: { id: actor_id, name: actor_name },
    via: JSON.parse(row.via),
    data: JSON.parse(row.data),
  })) as PlanEvent[]
}

/** The id of the newest event of all plans; undefined without any. Only the last event of each plan is looked at. */
export async function findNewestEventId(db: Db | Tx): Promise<string | undefined> {
  const newest = await db
    .selectFrom('plans')
    .innerJoin('events', (join) =>
      join.onRef('events.plan_id', '=', 'plans.id').onRef('events.revision', '=', 'plans.revision'),
    )
    .select((eb) => eb.fn.max<string | null>('events.id').as('id'))
    .executeTakeFirst()
  return newest?.id ?? undefined
}

import type { EventKind, PlanEvent } from '@cairn/contract/api/events'
import { sql } from 'kysely'
import { newId } from '../base/ids.ts'
import { lockPlan, recordedRevision, recordRevision } from '../db/plan-lock.ts'
import { change, prepared } from '../db/prepared.ts'
import type { Db, EventRow, PlanCounter, Tx } from '../db/schema.ts'
import { fitData, packData, unpackData } from './event-data.ts'
import { storedRunId } from './run-ids.ts'
import { addToRun } from './runs.repo.ts'

/** An event of a command. `counters` is its effect on the plan's counters, written together with the revision. */
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

const findRevision = prepared<{ plan_id: string }>()((db, p) =>
  db.selectFrom('plans').select('revision').where('id', '=', p('plan_id')),
)

const bumpRevision = prepared<Deltas & { plan_id: string; events: number; now: string }>()((db, p) =>
  db
    .updateTable('plans')
    .set((eb) => ({
      revision: eb('revision', '+', p('events')),
      node_count: eb('node_count', '+', p('node_count')),
      completed_count: eb('completed_count', '+', p('completed_count')),
      in_progress_count: eb('in_progress_count', '+', p('in_progress_count')),
      blocked_count: eb('blocked_count', '+', p('blocked_count')),
      text_bytes: eb('text_bytes', '+', p('text_bytes')),
      updated_at: p('now'),
    }))
    .where('id', '=', p('plan_id')),
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
    more: p('more'),
    change: p('change'),
    undoes: p('undoes'),
  }),
)

/** Rows of one insert: SQLite binds at most 32,766 values. */
const INSERT_ROWS = 1_000

async function insertEvents(tx: Tx, rows: readonly EventRow[]): Promise<void> {
  const [only] = rows
  if (only && rows.length === 1) await insertEvent(tx, only)
  else
    for (let first = 0; first < rows.length; first += INSERT_ROWS)
      await change(tx, tx.insertInto('events').values(rows.slice(first, first + INSERT_ROWS)))
}

/** The plan's row stays locked until the commit, so the order of its events is gapless on every database. */
async function revisionOf(tx: Tx, planId: string): Promise<number> {
  const noted = recordedRevision(tx, planId)
  if (noted !== null) return noted
  await lockPlan(tx, planId)
  const [plan] = await findRevision(tx, { plan_id: planId })
  if (!plan) throw new Error(`There is no plan ${planId} to append to.`)
  return plan.revision
}

/** What the events of one command have in common. */
export interface CommandEvents extends Pick<PlanEvent, 'actor' | 'via' | 'run_id' | 'created_at'> {
  /** The revision of the command's first event in each plan. */
  changes: Map<string, number>
  /** The stored id of the command's run in each plan. */
  runs: Map<string, string>
  undoes(event: EventDraft): number | null
}

/**
 * Appends any number of events to the log of one plan, in two statements that a command on PostgreSQL does not wait
 * for. Its first events in a plan under a run id wait for the id that is stored.
 */
export async function appendEvents(tx: Tx, drafts: readonly EventDraft[], by: CommandEvents): Promise<PlanEvent[]> {
  const [first] = drafts
  if (!first) return []
  const { plan_id } = first
  const before = await revisionOf(tx, plan_id)
  recordRevision(tx, plan_id, before + drafts.length)
  const change = by.changes.get(plan_id) ?? before + 1
  by.changes.set(plan_id, change)
  const run_id = await runIn(tx, plan_id, by)
  await bumpRevision(tx, sumOf(plan_id, by.created_at, drafts))
  // Field by field: a spread costs more than the rest of this function.
  const events = drafts.map(
    (draft, i) =>
      ({
        id: newId(),
        plan_id,
        revision: before + 1 + i,
        kind: draft.kind,
        node_id: draft.node_id ?? null,
        node_title: draft.node_title ?? null,
        actor: by.actor,
        via: by.via,
        run_id,
        created_at: by.created_at,
        change,
        undoes: by.undoes(draft),
        data: fitData(draft.kind, draft.data),
      }) as PlanEvent,
  )
  await insertEvents(tx, events.map(toRow))
  if (run_id !== null && by.via.kind !== 'session')
    await addToRun(tx, {
      plan_id,
      run_id,
      user_id: by.actor.id,
      via: JSON.stringify(by.via),
      first_revision: before + 1,
      last_revision: before + drafts.length,
      started_at: by.created_at,
      ended_at: by.created_at,
      changes: change === before + 1 ? 1 : 0,
      events: drafts.length,
    })
  return events
}

async function runIn(tx: Tx, planId: string, { actor, run_id, runs }: CommandEvents): Promise<string | null> {
  if (run_id === null) return null
  const stored = runs.get(planId) ?? (await storedRunId(tx, planId, actor.id, run_id))
  runs.set(planId, stored)
  return stored
}

function sumOf(plan_id: string, now: string, drafts: readonly EventDraft[]) {
  const sum = {
    plan_id,
    now,
    events: drafts.length,
    node_count: 0,
    completed_count: 0,
    in_progress_count: 0,
    blocked_count: 0,
    text_bytes: 0,
  }
  for (const { counters } of drafts) {
    if (!counters) continue
    sum.node_count += counters.node_count ?? 0
    sum.completed_count += counters.completed_count ?? 0
    sum.in_progress_count += counters.in_progress_count ?? 0
    sum.blocked_count += counters.blocked_count ?? 0
    sum.text_bytes += counters.text_bytes ?? 0
  }
  return sum
}

function toRow(event: PlanEvent): EventRow {
  const { data, more } = packData(event.data)
  return {
    plan_id: event.plan_id,
    revision: event.revision,
    id: event.id,
    kind: event.kind,
    node_id: event.node_id,
    node_title: event.node_title,
    actor_id: event.actor.id,
    via: JSON.stringify(event.via),
    run_id: event.run_id,
    created_at: event.created_at,
    data,
    more,
    change: event.change,
    undoes: event.undoes,
  }
}

/** Events are read up to this size at a time, or one event that is larger. */
const READ_MAX_BYTES = 1024 * 1024

const listTouched = prepared<{ plan_id: string; revision: number; limit: number }>()((db, p) =>
  db
    .selectFrom('events')
    .select(['kind', 'node_id'])
    .where('plan_id', '=', p('plan_id'))
    .where('revision', '>', p('revision'))
    .orderBy('revision')
    .limit(p('limit')),
)

/** What happened in a plan after a revision, and to which node, without what it changed: at most `limit` events. */
export const listTouchedSince = (
  db: Db | Tx,
  planId: string,
  revision: number,
  limit: number,
): Promise<{ kind: EventKind; node_id: string | null }[]> => listTouched(db, { plan_id: planId, revision, limit })

/** Events with everything that `toEvent` needs. */
export const completeEvents = (db: Db | Tx) =>
  db
    .selectFrom('events')
    .innerJoin('users', 'users.id', 'events.actor_id')
    .selectAll('events')
    .select('users.name as actor_name')

/**
 * Events of a plan after a revision, in order: at most `limit`, fewer if they are large, but at least one if there is
 * one.
 */
export async function listEventsSince(
  db: Db | Tx,
  planId: string,
  revision: number,
  limit: number,
): Promise<PlanEvent[]> {
  const measured = db
    .selectFrom('events')
    .select(['revision', sql<number>`octet_length(data) + coalesce(octet_length(more), 0)`.as('bytes')])
    .where('plan_id', '=', planId)
    .where('revision', '>', revision)
    .orderBy('revision')
    .limit(limit)
  const sized = db
    .selectFrom(measured.as('measured'))
    .select(['revision', sql<number>`sum(bytes) over (order by revision) - bytes`.as('bytes_before')])
  const rows = await completeEvents(db)
    .where('plan_id', '=', planId)
    .where('revision', '>', revision)
    .where('revision', '<=', (eb) =>
      eb
        .selectFrom(sized.as('sized'))
        .select((of) => of.fn.max('sized.revision').as('last'))
        .where('sized.bytes_before', '<', READ_MAX_BYTES),
    )
    .orderBy('revision')
    .execute()
  return rows.map(toEvent)
}

/** The event of a row that was joined with the name of its actor. */
export const toEvent = ({ actor_id, actor_name, data, more, ...row }: EventRow & { actor_name: string }): PlanEvent =>
  ({
    ...row,
    change: row.change ?? row.revision,
    actor: { id: actor_id, name: actor_name },
    via: JSON.parse(row.via),
    data: unpackData(data, more),
  }) as PlanEvent

/** The id of the newest event of all plans; undefined without any. Reads only the last event of each plan. */
export async function findNewestEventId(db: Db | Tx): Promise<string | undefined> {
  const newest = await db
    .selectFrom('plans')
    // SQLite reads the tables of a cross join in their order; otherwise it would read all events.
    .crossJoin('events')
    .whereRef('events.plan_id', '=', 'plans.id')
    .whereRef('events.revision', '=', 'plans.revision')
    .select((eb) => eb.fn.max<string | null>('events.id').as('id'))
    .executeTakeFirst()
  return newest?.id ?? undefined
}

import { REVISION_MAX } from '@cairn/contract/api/common'
import type { PlanEvent } from '@cairn/contract/api/events'
import { sql } from 'kysely'
import { completeEvents, toEvent } from '../../core/event-log.repo.ts'
import { childrenOfBelow, isOneOf } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, Tx } from '../../db/schema.ts'

const changeOf = (table: 'events' | 'later') =>
  sql<number>`coalesce(${sql.ref(`${table}.change`)}, ${sql.ref(`${table}.revision`)})`

const findChange = prepared<{ plan_id: string; change: number }>()((db, p) =>
  newestFirst(db)
    .where('plan_id', '=', p('plan_id'))
    .where('revision', '>=', p('change'))
    .where(changeOf('events'), '=', p('change'))
    // They are neighbors: the first event of another change is the end.
    .where((eb) =>
      eb(
        'revision',
        '<',
        eb.fn.coalesce(
          eb
            .selectFrom('events as later')
            .select('later.revision')
            .where('later.plan_id', '=', p('plan_id'))
            .where('later.revision', '>', p('change'))
            .where(changeOf('later'), '<>', p('change'))
            .orderBy('later.revision')
            .limit(1),
          sql.lit(REVISION_MAX),
        ),
      ),
    ),
)
/** The events of a change, newest first; none if there is no such change in the plan. */
export async function listChange(db: Db | Tx, planId: string, change: number): Promise<PlanEvent[]> {
  return (await findChange(db, { plan_id: planId, change })).map(toEvent)
}

/** The events of these revisions, newest first. */
export async function listEventsOf(db: Db | Tx, planId: string, revisions: readonly number[]): Promise<PlanEvent[]> {
  const rows = await newestFirst(db).where('plan_id', '=', planId).where('revision', 'in', revisions).execute()
  return rows.map(toEvent)
}

const newestFirst = (db: Db | Tx) => completeEvents(db).orderBy('revision', 'desc')

/** The events of a run, newest first, without their data. */
export const listRun = (db: Db | Tx, planId: string, runId: string, limit: number) =>
  db
    .selectFrom('events')
    .select(['revision', 'kind', 'actor_id', 'undoes'])
    .where('plan_id', '=', planId)
    .where('run_id', '=', runId)
    .orderBy('revision', 'desc')
    .limit(limit)
    .execute()

/** At which revisions a run added the log entries that no one has deleted since. */
export async function listKeptLogs(db: Db | Tx, planId: string, runId: string): Promise<number[]> {
  const added = await db
    .selectFrom('events')
    .select(['revision', 'node_id', 'data'])
    .where('plan_id', '=', planId)
    .where('run_id', '=', runId)
    .where('kind', '=', 'log.added')
    .execute()
  // Not in SQL: PostgreSQL refuses to look into older events in which a long text was cut inside a character.
  const ids = added.map(({ data }) => (JSON.parse(data) as PlanEvent<'log.added'>['data']).after.id)
  const rows = await db
    .selectFrom('logs')
    .select('id')
    .where('plan_id', '=', planId)
    .where(isOneOf(db, sql.ref('node_id'), [...new Set(added.flatMap(({ node_id }) => node_id ?? []))]))
    .where(isOneOf(db, sql.ref('id'), ids))
    .where('deleted_at', 'is', null)
    .execute()
  const kept = new Set(rows.map(({ id }) => id))
  return added.flatMap(({ revision }, i) => (kept.has(ids[i] ?? '') ? revision : []))
}

const findUndoing = prepared<{ plan_id: string; from: number }>()((db, p) =>
  db
    .selectFrom('events')
    .select(['revision', 'undoes'])
    .where('plan_id', '=', p('plan_id'))
    .where('undoes', '>=', p('from'))
    // Older ends of claims name an event, although a redo does not take them back.
    .where('kind', '<>', 'node.claim_ended'),
)

/** An event and the earlier one that it takes back. */
export interface Undoing {
  revision: number
  undoes: number
}

/** Which events take back one of revision `from` or later. */
export async function listUndoing(db: Db | Tx, planId: string, from: number): Promise<Undoing[]> {
  const rows = await findUndoing(db, { plan_id: planId, from })
  return rows.flatMap(({ revision, undoes }) => (undoes === null ? [] : [{ revision, undoes }]))
}

const laterEvents = (db: Db | Tx, planId: string, after: number) =>
  db
    .selectFrom('events')
    .innerJoin('users', 'users.id', 'events.actor_id')
    .select([
      'revision',
      'kind',
      'node_id',
      'actor_id',
      'via',
      'undoes',
      'events.created_at',
      'users.name as actor_name',
    ])
    .where('plan_id', '=', planId)
    .where('revision', '>', after)
    .orderBy('revision', 'desc')

/** Events about these nodes, or about the plan for null, after a revision; without their data, newest first. */
export const listLaterEvents = (db: Db | Tx, planId: string, nodeIds: readonly (string | null)[], after: number) =>
  laterEvents(db, planId, after)
    .where((eb) =>
      nodeIds.includes(null)
        ? eb('node_id', 'is', null)
        : isOneOf(
            db,
            sql.ref('node_id'),
            nodeIds.flatMap((id) => id ?? []),
          ),
    )
    .execute()
export type LaterEvent = Awaited<ReturnType<typeof listLaterEvents>>[number]

/** Links to these nodes from others that were created or changed after a revision, as events about the targets. */
export async function listLaterLinks(
  db: Db | Tx,
  planId: string,
  targetIds: readonly string[],
  after: number,
): Promise<LaterEvent[]> {
  const targets = new Set(targetIds)
  const edges = await db
    .selectFrom('edges')
    .select(['source_id', 'target_id'])
    .where('plan_id', '=', planId)
    .where(isOneOf(db, sql.ref('target_id'), targetIds))
    .execute()
  const sources = [...new Set(edges.map(({ source_id }) => source_id))].filter((id) => !targets.has(id))
  if (sources.length === 0) return []
  const rows = await laterEvents(db, planId, after)
    .select('data')
    .where('kind', 'in', ['edge.created', 'edge.updated'])
    .where(isOneOf(db, sql.ref('node_id'), sources))
    .execute()
  return rows.flatMap(({ data, ...event }) => {
    const { target_id } = (JSON.parse(data) as PlanEvent<'edge.created'>['data']).after
    return targets.has(target_id) ? [{ ...event, node_id: target_id }] : []
  })
}

/** So many events are read by one query: it has a parameter for each. */
const READ_EVENTS = 1_000

/** The new values of events by revision, long ones cut. */
export async function listNewValues(
  db: Db | Tx,
  planId: string,
  revisions: readonly number[],
): Promise<Map<number, Record<string, unknown>>> {
  const values = new Map<number, Record<string, unknown>>()
  for (let first = 0; first < revisions.length; first += READ_EVENTS) {
    const rows = await db
      .selectFrom('events')
      .select(['revision', 'data'])
      .where('plan_id', '=', planId)
      .where('revision', 'in', revisions.slice(first, first + READ_EVENTS))
      .execute()
    for (const { revision, data } of rows) values.set(revision, JSON.parse(data).after ?? {})
  }
  return values
}

/** The nodes of undeleted subtrees, tops included, with their parents. */
export async function listBelow(
  db: Db | Tx,
  planId: string,
  tops: readonly string[],
): Promise<{ id: string; parent_id: string | null }[]> {
  const { rows } = await sql<{ id: string; parent_id: string | null }>`
    with recursive below(plan_id, id) as (
      select plan_id, id from nodes
      where plan_id = ${planId} and ${isOneOf(db, sql.ref('id'), tops)} and deleted_at is null
      union
      select nodes.plan_id, nodes.id from ${childrenOfBelow(db, planId)}
    ) select nodes.id, nodes.parent_id from below
    join nodes on nodes.plan_id = below.plan_id and nodes.id = below.id`.execute(db)
  return rows
}

/** What is known of nodes that may be in the trash; a purged one is absent. */
export const listNodeStates = (db: Db | Tx, planId: string, nodeIds: readonly string[]) =>
  db
    .selectFrom('nodes')
    .select(['id', 'parent_id', 'title', 'deleted_at', 'deleted_with'])
    .where('plan_id', '=', planId)
    .where(isOneOf(db, sql.ref('id'), nodeIds))
    .execute()

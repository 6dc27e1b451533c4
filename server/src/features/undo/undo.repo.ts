import type { PlanEvent } from '@cairn/contract/api/events'
import { sql } from 'kysely'
import { toEvent } from '../../core/event-log.repo.ts'
import { childrenOfBelow, isOneOf } from '../../db/dialect.ts'
import type { Db, Tx } from '../../db/schema.ts'

/** Rows that one query reads while it looks for the end of a change. */
const PAGE = 500

/** The first and last revision of a change; undefined if there is no such change in the plan. */
export async function findChange(
  db: Db | Tx,
  planId: string,
  change: number,
): Promise<{ first: number; last: number } | undefined> {
  let last = change - 1
  for (;;) {
    const page = await db
      .selectFrom('events')
      .select(['revision', 'change'])
      .where('plan_id', '=', planId)
      .where('revision', '>', last)
      .orderBy('revision')
      .limit(PAGE)
      .execute()
    const end = page.findIndex((event) => (event.change ?? event.revision) !== change)
    const mine = end < 0 ? page : page.slice(0, end)
    last = mine.at(-1)?.revision ?? last
    if (mine.length < PAGE) return last < change ? undefined : { first: change, last }
  }
}

/** Events of a plan between two revisions, both included, newest first. */
export async function listEventsBetween(
  db: Db | Tx,
  planId: string,
  { first, last }: { first: number; last: number },
): Promise<PlanEvent[]> {
  const rows = await fullEvents(db, planId).where('revision', '>=', first).where('revision', '<=', last).execute()
  return rows.map(toEvent)
}

/** The events of these revisions, newest first. */
export async function listEventsOf(db: Db | Tx, planId: string, revisions: readonly number[]): Promise<PlanEvent[]> {
  const rows = await fullEvents(db, planId).where('revision', 'in', revisions).execute()
  return rows.map(toEvent)
}

const fullEvents = (db: Db | Tx, planId: string) =>
  db
    .selectFrom('events')
    .innerJoin('users', 'users.id', 'events.actor_id')
    .selectAll('events')
    .select('users.name as actor_name')
    .where('plan_id', '=', planId)
    .orderBy('revision', 'desc')

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

/** Which events take back one of revision `from` or later. */
export async function listUndoing(
  db: Db | Tx,
  planId: string,
  from: number,
): Promise<{ revision: number; undoes: number }[]> {
  const rows = await db
    .selectFrom('events')
    .select(['revision', 'undoes'])
    .where('plan_id', '=', planId)
    .where('undoes', '>=', from)
    .execute()
  return rows.flatMap(({ revision, undoes }) => (undoes === null ? [] : [{ revision, undoes }]))
}

/** Events about these nodes, or about the plan for null, after a revision; without their data, newest first. */
export const listLaterEvents = (db: Db | Tx, planId: string, nodeIds: readonly (string | null)[], after: number) =>
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
    .where((eb) =>
      nodeIds.includes(null)
        ? eb('node_id', 'is', null)
        : isOneOf(
            db,
            sql.ref('node_id'),
            nodeIds.flatMap((id) => id ?? []),
          ),
    )
    .where('revision', '>', after)
    .orderBy('revision', 'desc')
    .execute()
export type LaterEvent = Awaited<ReturnType<typeof listLaterEvents>>[number]

/** The values of an event, long ones cut. */
export async function findEventData(db: Db | Tx, planId: string, revision: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('events')
    .select('data')
    .where('plan_id', '=', planId)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return row?.data
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
    .select(['id', 'parent_id', 'deleted_at', 'deleted_with'])
    .where('plan_id', '=', planId)
    .where(isOneOf(db, sql.ref('id'), nodeIds))
    .execute()

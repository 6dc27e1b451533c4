import type { PlanEvent } from '@cairn/contract/api/events'
import { sql } from 'kysely'
import { completeEvents, toEvent } from '../../core/event-log.repo.ts'
import { isOneOf } from '../../db/dialect.ts'
import type { Db, Tx } from '../../db/schema.ts'
import { withActor } from './activity.repo.ts'

const runsOf = (db: Db | Tx, planId: string) =>
  db
    .selectFrom('runs')
    .innerJoin('users', 'users.id', 'runs.user_id')
    .selectAll('runs')
    .select(['users.name', 'users.email', 'users.avatar_key'])
    .where('plan_id', '=', planId)
export type RunOfPerson = Awaited<ReturnType<typeof listRuns>>[number]

/** Runs whose last change is before a revision, the latest first. */
export const listRuns = (db: Db | Tx, planId: string, { before, limit }: { before?: number; limit: number }) =>
  runsOf(db, planId)
    .$if(before !== undefined, (query) => query.where('last_revision', '<', before ?? 0))
    .orderBy('last_revision', 'desc')
    .limit(limit)
    .execute()

export const findRun = (db: Db | Tx, planId: string, runId: string) =>
  runsOf(db, planId).where('run_id', '=', runId).executeTakeFirst()

export async function findCalls(db: Db | Tx, userId: string, runId: string): Promise<number> {
  const row = await db
    .selectFrom('run_calls')
    .select('calls')
    .where('user_id', '=', userId)
    .where('run_id', '=', runId)
    .executeTakeFirst()
  return row?.calls ?? 0
}

const eventsOf = (db: Db | Tx, planId: string, runId: string) =>
  db.selectFrom('events').where('plan_id', '=', planId).where('run_id', '=', runId)

/** How many events of each kind a run has. */
export const countKinds = (db: Db | Tx, planId: string, runId: string) =>
  eventsOf(db, planId, runId)
    .select(['kind', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('kind')
    .execute()

export async function countNodes(db: Db | Tx, planId: string, runId: string): Promise<number> {
  const row = await eventsOf(db, planId, runId)
    .select((eb) => eb.fn.count<number>('node_id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

export const listRevisions = (db: Db | Tx, planId: string, runId: string) =>
  eventsOf(db, planId, runId).select(['revision', 'kind']).execute()

/**
 * The nodes that a run created, duplicated or restored and that are in the trash by now, with the node that they were
 * deleted with, or purged, with the data of their creation; in order.
 */
export const listVanished = (db: Db | Tx, planId: string, runId: string) =>
  db
    .selectFrom('events')
    .leftJoin('nodes', (join) =>
      join.onRef('nodes.plan_id', '=', 'events.plan_id').onRef('nodes.id', '=', 'events.node_id'),
    )
    .select([
      'events.revision',
      'events.node_id',
      'nodes.deleted_with',
      sql<string | null>`case when nodes.id is null and events.kind = 'node.created' then events.data end`.as(
        'created',
      ),
    ])
    .where('events.plan_id', '=', planId)
    .where('events.run_id', '=', runId)
    .where('events.kind', 'in', ['node.created', 'node.duplicated', 'node.restored'])
    .where((eb) => eb.or([eb('nodes.id', 'is', null), eb('nodes.deleted_at', 'is not', null)]))
    .orderBy('events.revision')
    .execute()

/** When these nodes were deleted and restored directly, in order. */
export const listDeletions = (db: Db | Tx, planId: string, nodeIds: readonly string[]) =>
  db
    .selectFrom('events')
    .select(['node_id', 'revision', 'kind'])
    .where('plan_id', '=', planId)
    .where('kind', 'in', ['node.deleted', 'node.restored'])
    .where(isOneOf(db, sql.ref('node_id'), nodeIds))
    .orderBy('revision')
    .execute()

/** Events of a run after a revision, in order. */
export const listRunEvents = (db: Db | Tx, planId: string, runId: string, page: { after: number; limit: number }) =>
  withActor(db)
    .select('events.change')
    .where('events.plan_id', '=', planId)
    .where('events.run_id', '=', runId)
    .where('events.revision', '>', page.after)
    .orderBy('events.revision')
    .limit(page.limit)
    .execute()

/** An event with its complete long texts. */
export async function findRunEvent(
  db: Db | Tx,
  planId: string,
  runId: string,
  revision: number,
): Promise<PlanEvent | undefined> {
  const row = await completeEvents(db)
    .where('plan_id', '=', planId)
    .where('run_id', '=', runId)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return row && toEvent(row)
}

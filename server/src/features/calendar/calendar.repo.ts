import { sql } from 'kysely'
import type { CalendarRow, Db, Tx } from '../../db/schema.ts'
import { visiblePlans } from '../../db/visible-plans.ts'

/** The latest due dates; a calendar program reads the whole feed each time. */
const ENTRIES_MAX = 5_000

/** The feeds of a person, oldest first. The title of a plan that they cannot see is null. */
export const listCalendarsOf = (db: Db | Tx, userId: string) =>
  db
    .selectFrom('calendars')
    .leftJoin(visiblePlans(db, { id: userId, plan_limit: null }).as('visible'), 'visible.id', 'calendars.plan_id')
    .leftJoin('plans', 'plans.id', 'visible.id')
    .select(['calendars.id', 'calendars.plan_id', 'calendars.created_at', 'plans.title'])
    .where('calendars.user_id', '=', userId)
    .orderBy('calendars.id')
    .execute()

export const findCalendarOf = (db: Db | Tx, userId: string, scope: string) =>
  db.selectFrom('calendars').select('id').where('user_id', '=', userId).where('scope', '=', scope).executeTakeFirst()

/** Whose feed it is, and of what; undefined for an unknown secret. */
export const findFeed = (db: Db | Tx, secretHash: string) =>
  db.selectFrom('calendars').select(['user_id', 'plan_id']).where('secret_hash', '=', secretHash).executeTakeFirst()

/** The title of a plan that the person can see now. */
export const findVisibleTitle = (db: Db | Tx, planId: string, userId: string) =>
  db
    .selectFrom('plans')
    .innerJoin(visiblePlans(db, { id: userId, plan_limit: planId }).as('visible'), 'visible.id', 'plans.id')
    .select('plans.title')
    .executeTakeFirst()

/** Replaces the URL of an existing feed; returns the id of the feed. */
export async function saveCalendar(tx: Tx, row: CalendarRow): Promise<string> {
  const { secret_hash, created_at } = row
  const { id } = await tx
    .insertInto('calendars')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'scope']).doUpdateSet({ secret_hash, created_at }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The number of deleted feeds of a person: all, one, or that of one plan. */
export async function deleteCalendars(
  tx: Tx,
  userId: string,
  { id, scope }: { id?: string; scope?: string } = {},
): Promise<bigint> {
  const { numDeletedRows } = await tx
    .deleteFrom('calendars')
    .where('user_id', '=', userId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(scope !== undefined, (query) => query.where('scope', '=', scope ?? ''))
    .executeTakeFirst()
  return numDeletedRows
}

const openNodes = (db: Db | Tx) =>
  db
    .selectFrom('nodes')
    .innerJoin('plans', 'plans.id', 'nodes.plan_id')
    .select(['nodes.plan_id', 'nodes.id', 'nodes.title', 'nodes.due_date', 'nodes.version', 'nodes.updated_at'])
    .select('plans.title as plan_title')
    .where('nodes.deleted_at', 'is', null)
    .where(sql<boolean>`nodes.open_due is not null`)
    .orderBy('nodes.due_date', 'desc')
    .orderBy('nodes.id')
    .limit(ENTRIES_MAX)

/** The open nodes with a due date of one plan. The caller has checked that its reader can see it. */
export const listDueNodesIn = (db: Db | Tx, planId: string) =>
  openNodes(db).where('nodes.plan_id', '=', planId).execute()

/** The open nodes with a due date that are assigned to a person, in the plans that they can see now. */
export const listDueNodesOf = (db: Db | Tx, userId: string) =>
  openNodes(db)
    .innerJoin('assignments', (join) =>
      join.onRef('assignments.plan_id', '=', 'nodes.plan_id').onRef('assignments.node_id', '=', 'nodes.id'),
    )
    .where('assignments.user_id', '=', userId)
    .where('nodes.plan_id', 'in', (eb) =>
      eb.selectFrom(visiblePlans(db, { id: userId, plan_limit: null }).as('visible')).select('visible.id'),
    )
    .execute()

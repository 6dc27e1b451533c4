import { sql } from 'kysely'
import { isOneOf } from '../../db/dialect.ts'
import type { Db, Tx } from '../../db/schema.ts'
import { type Reader, visiblePlans } from '../../db/visible-plans.ts'

/** Without `more`: only small fields of an event are shown. */
const SHOWN = [
  'events.plan_id',
  'events.revision',
  'events.id',
  'events.kind',
  'events.node_id',
  'events.node_title',
  'events.actor_id',
  'events.via',
  'events.run_id',
  'events.data',
  'events.created_at',
] as const
const PERSON = ['users.name', 'users.email', 'users.avatar_key'] as const

/** Events with the person who made them, as the activity shows them. */
export const withActor = (db: Db | Tx) =>
  db
    .selectFrom('events')
    .innerJoin('users', 'users.id', 'events.actor_id')
    .select([...SHOWN, ...PERSON])
export type EventWithActor = Awaited<ReturnType<typeof listPlanEvents>>[number]

/** `limit` events of a plan up to a revision, newest first. */
export async function listPlanEvents(db: Db | Tx, planId: string, { upTo, limit }: { upTo: number; limit: number }) {
  return withActor(db)
    .where('events.plan_id', '=', planId)
    .where('events.revision', '<=', upTo)
    .orderBy('events.revision', 'desc')
    .limit(limit)
    .execute()
}

interface NodePage {
  plan_id: string
  node_id: string
  offset: number
  limit: number
  /** Only those of earlier revisions. */
  before?: number
}

/** Events of one node, newest first. */
export async function listNodeEvents(db: Db | Tx, { plan_id, node_id, offset, limit, before }: NodePage) {
  let query = withActor(db).where('events.plan_id', '=', plan_id).where('events.node_id', '=', node_id)
  if (before !== undefined) query = query.where('events.revision', '<', before)
  return query.orderBy('events.revision', 'desc').limit(limit).offset(offset).execute()
}

export async function countNodeEvents(db: Db | Tx, planId: string, nodeId: string): Promise<number> {
  const row = await db
    .selectFrom('events')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('plan_id', '=', planId)
    .where('node_id', '=', nodeId)
    .executeTakeFirstOrThrow()
  return row.count
}

/** The plans that the person can see, with their revisions. */
export const listVisibleRevisions = (db: Db | Tx, reader: Reader) => visiblePlans(db, reader).execute()

interface FeedPage {
  offset: number
  limit: number
  /** Only this many of the newest events of each plan are read. */
  reach: number
  /** The last event of the page before. */
  after?: { placed: string; plan_id: string; revision: number }
}

/**
 * Events of all plans that the person can see, newest first. Ids order events of different plans; within a plan the
 * revision does, also when a clock was set back (`placed`).
 */
export async function listVisibleEvents(db: Db | Tx, reader: Reader, { offset, limit, reach, after }: FeedPage) {
  const recent = db
    .selectFrom(visiblePlans(db, reader).as('visible'))
    .innerJoin('events', (join) =>
      join
        .onRef('events.plan_id', '=', 'visible.id')
        .on((eb) => eb('events.revision', '>', eb('visible.revision', '-', reach))),
    )
    .select(['events.plan_id', 'events.revision'])
    .select(sql<string>`min(events.id) over (partition by events.plan_id order by events.revision desc)`.as('placed'))
  const page = db
    .selectFrom(recent.as('recent'))
    .selectAll()
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(placed, plan_id, revision) < (${after?.placed}, ${after?.plan_id}, ${after?.revision})`,
      ),
    )
    .orderBy('placed', 'desc')
    .orderBy('plan_id', 'desc')
    .orderBy('revision', 'desc')
    .limit(limit)
    .offset(offset)
  return withActor(db)
    .innerJoin(page.as('recent'), (join) =>
      join.onRef('recent.plan_id', '=', 'events.plan_id').onRef('recent.revision', '=', 'events.revision'),
    )
    .select('recent.placed')
    .orderBy('recent.placed', 'desc')
    .orderBy('events.plan_id', 'desc')
    .orderBy('events.revision', 'desc')
    .execute()
}

/** The people's names as they are now, by id. */
export async function listUserNames(db: Db | Tx, ids: readonly string[]): Promise<[string, string][]> {
  const rows = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute()
  return rows.map(({ id, name }) => [id, name])
}

/** The addresses of invitations that are still pending, by id. */
export async function listInvitedAddresses(db: Db | Tx, ids: readonly string[]): Promise<[string, string][]> {
  const rows = await db.selectFrom('invitations').select(['id', 'email']).where('id', 'in', ids).execute()
  return rows.map(({ id, email }) => [id, email])
}

/** The titles of nodes as they are now, those in the trash included, by id. */
export async function listNodeTitles(
  db: Db | Tx,
  planIds: readonly string[],
  ids: readonly string[],
): Promise<[string, string][]> {
  const rows = await db
    .selectFrom('nodes')
    .select(['id', 'title'])
    .where(isOneOf(db, sql.ref('plan_id'), planIds))
    .where(isOneOf(db, sql.ref('id'), ids))
    .execute()
  return rows.map(({ id, title }) => [id, title])
}

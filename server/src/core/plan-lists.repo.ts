import { sql } from 'kysely'
import { isInList, isOneOf, listOf } from '../db/dialect.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, Tx } from '../db/schema.ts'

/** The people who own or share one of these plans. */
export async function listPeopleOfPlans(db: Db | Tx, planIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('plans')
    .select('plans.owner_id as user_id')
    .where(isOneOf(db, sql`plans.id`, planIds))
    .union(
      db
        .selectFrom('collaborators')
        .select('collaborators.user_id')
        .where(isOneOf(db, sql`collaborators.plan_id`, planIds)),
    )
    .execute()
  return rows.map(({ user_id }) => user_id)
}

const listSums = prepared<{ ids: unknown }>()((db, p) =>
  db
    .selectFrom(
      db
        .selectFrom('plans')
        .select(['plans.owner_id as user_id', 'plans.revision', 'plans.updated_at'])
        .where(isInList(db, sql`plans.owner_id`, p('ids')))
        .where('plans.deleted_at', 'is', null)
        .unionAll(
          db
            .selectFrom('collaborators')
            .innerJoin('plans', 'plans.id', 'collaborators.plan_id')
            .select(['collaborators.user_id', 'plans.revision', 'plans.updated_at'])
            .where(isInList(db, sql`collaborators.user_id`, p('ids')))
            .where('plans.deleted_at', 'is', null),
        )
        .as('listed'),
    )
    .groupBy('listed.user_id')
    .select((eb) => [
      'listed.user_id',
      eb.fn.countAll<number>().as('plans'),
      eb.fn.sum<number>('listed.revision').as('revisions'),
      eb.fn.max('listed.updated_at').as('latest'),
    ]),
)

/** The state of a list: every event in one of its plans, and every plan added or removed, changes it. */
export const listState = (plans: number, revisions: number, latest: string | null): string =>
  latest === null ? '0' : `${plans}.${revisions}.${Date.parse(latest)}`

/** The state of each person's list of plans. */
export async function readListStates(db: Db | Tx, userIds: readonly string[]): Promise<Map<string, string>> {
  const states = new Map(userIds.map((id) => [id, listState(0, 0, null)]))
  for (const { user_id, plans, revisions, latest } of await listSums(db, { ids: listOf(db, userIds) }))
    states.set(user_id, listState(plans, revisions, latest))
  return states
}

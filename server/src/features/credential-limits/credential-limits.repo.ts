import { sql } from 'kysely'
import { isOneOf } from '../../db/dialect.ts'
import type { Db, Tx } from '../../db/schema.ts'
import { visiblePlans } from '../../db/visible-plans.ts'

/** The titles of plans that the person can see now. */
export async function listPlanTitles(db: Db | Tx, userId: string, ids: readonly string[]) {
  return db
    .selectFrom('plans')
    .innerJoin(visiblePlans(db, { id: userId, plan_limit: null }).as('visible'), 'visible.id', 'plans.id')
    .select(['plans.id', 'plans.title'])
    .where(isOneOf(db, sql`plans.id`, ids))
    .execute()
}

/** The titles of nodes that are not deleted. The caller has checked access to the plans. */
export async function listNodeTitles(db: Db | Tx, planIds: readonly string[], ids: readonly string[]) {
  return db
    .selectFrom('nodes')
    .select(['plan_id', 'id', 'title'])
    .where(isOneOf(db, sql`nodes.plan_id`, planIds))
    .where(isOneOf(db, sql`nodes.id`, ids))
    .where('deleted_at', 'is', null)
    .execute()
}

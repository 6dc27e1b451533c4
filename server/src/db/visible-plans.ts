import type { Db, Tx } from './schema.ts'

/**
 * The ids and revisions of the plans a person owns or shares, without those in the trash: the scope of feeds and
 * searches.
 */
export const visiblePlans = (db: Db | Tx, userId: string) =>
  db
    .selectFrom('plans')
    .select(['plans.id', 'plans.revision'])
    .where('plans.owner_id', '=', userId)
    .where('plans.deleted_at', 'is', null)
    .union((eb) =>
      eb
        .selectFrom('collaborators')
        .innerJoin('plans', 'plans.id', 'collaborators.plan_id')
        .select(['plans.id', 'plans.revision'])
        .where('collaborators.user_id', '=', userId)
        .where('plans.deleted_at', 'is', null),
    )

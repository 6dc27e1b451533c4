import type { Db, Tx } from './schema.ts'

/** Whose plans, and the only one of them if the caller's credential is limited to one. */
export interface Reader {
  id: string
  plan_limit: string | null
}

/**
 * The ids and revisions of the plans a person owns or shares, without those in the trash: the scope of feeds and
 * searches.
 */
export const visiblePlans = (db: Db | Tx, { id: userId, plan_limit }: Reader) =>
  db
    .selectFrom('plans')
    .select(['plans.id', 'plans.revision'])
    .where('plans.owner_id', '=', userId)
    .where('plans.deleted_at', 'is', null)
    .$if(plan_limit !== null, (query) => query.where('plans.id', '=', plan_limit))
    .union((eb) =>
      eb
        .selectFrom('collaborators')
        .innerJoin('plans', 'plans.id', 'collaborators.plan_id')
        .select(['plans.id', 'plans.revision'])
        .where('collaborators.user_id', '=', userId)
        .where('plans.deleted_at', 'is', null)
        .$if(plan_limit !== null, (query) => query.where('plans.id', '=', plan_limit)),
    )

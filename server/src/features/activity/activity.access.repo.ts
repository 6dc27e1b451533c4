import type { Db, Tx } from '../../db/schema.ts'

const ofPlan = (db: Db | Tx, planId: string) =>
  db
    .selectFrom('security_events')
    .innerJoin('users', 'users.id', 'security_events.actor_id')
    .where('security_events.plan_id', '=', planId)

export async function countAccessRows(db: Db | Tx, planId: string): Promise<number> {
  const { count } = await ofPlan(db, planId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Newest first, each with the actor. */
export const listAccessRows = (
  db: Db | Tx,
  planId: string,
  { offset, limit, before }: { offset: number; limit: number; before?: string },
) =>
  ofPlan(db, planId)
    .$if(before !== undefined, (query) => query.where('security_events.id', '<', before ?? ''))
    .select([
      'security_events.id',
      'security_events.kind',
      'security_events.data',
      'security_events.created_at',
      'users.id as actor_id',
      'users.name',
      'users.email',
      'users.avatar_key',
    ])
    .orderBy('security_events.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

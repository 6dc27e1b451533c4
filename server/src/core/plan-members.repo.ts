import type { Db, Tx } from '../db/schema.ts'

/** Everyone the plan is shared with, in the order they joined. */
export async function listMemberRows(db: Db | Tx, planId: string) {
  return db
    .selectFrom('collaborators')
    .innerJoin('users', 'users.id', 'collaborators.user_id')
    .select(['users.id', 'users.name', 'users.email', 'users.avatar_key', 'collaborators.role'])
    .where('collaborators.plan_id', '=', planId)
    .orderBy('collaborators.id')
    .execute()
}

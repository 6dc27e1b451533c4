import { prepared } from '../db/prepared.ts'
import type { Db, Tx } from '../db/schema.ts'

export const PLAN_COLUMNS = [
  'plans.id',
  'plans.owner_id',
  'plans.title',
  'plans.description',
  'plans.status',
  'plans.revision',
  'plans.version',
  'plans.node_count',
  'plans.completed_count',
  'plans.in_progress_count',
  'plans.blocked_count',
  'plans.text_bytes',
  'plans.created_at',
  'plans.updated_at',
  'plans.deleted_at',
] as const

interface Asked {
  plan_id: string
  user_id: string
}

const withRole = (db: Db, p: <K extends keyof Asked>(name: K) => string) =>
  db
    .selectFrom('plans')
    .leftJoin('collaborators', (join) =>
      join.onRef('collaborators.plan_id', '=', 'plans.id').on('collaborators.user_id', '=', p('user_id')),
    )
    .select('collaborators.role as collaborator_role')
    .where('plans.id', '=', p('plan_id'))

const ACCESS = [
  'plans.id',
  'plans.owner_id',
  'plans.revision',
  'plans.node_count',
  'plans.text_bytes',
  'plans.deleted_at',
] as const
const findAccess = prepared<Asked>()((db, p) => withRole(db, p).select(ACCESS))
const find = prepared<Asked>()((db, p) => withRole(db, p).select(PLAN_COLUMNS))

/**
 * The plan with this person's collaborator role, also from the trash and for people without access: plan-access.ts
 * decides who may see it.
 */
export async function findPlanWithRole(db: Db | Tx, planId: string, userId: string) {
  const [row] = await find(db, { plan_id: planId, user_id: userId })
  return row
}

/** Like `findPlanWithRole`, with only the columns that the access check needs. */
export async function findPlanAccess(db: Db | Tx, planId: string, userId: string) {
  const [row] = await findAccess(db, { plan_id: planId, user_id: userId })
  return row
}

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

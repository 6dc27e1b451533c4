// The rows of a whole plan.
import { prepared } from '../../db/prepared.ts'
import type { Db, Tx } from '../../db/schema.ts'
import { COLUMNS } from './nodes.repo.ts'

const list = prepared<{ plan_id: string }>()((db, p) =>
  db.selectFrom('nodes').select(COLUMNS).where('plan_id', '=', p('plan_id')).where('deleted_at', 'is', null),
)
export type ListedNode = Awaited<ReturnType<typeof list>>[number]

/** Every undeleted node of a plan, unordered. */
export const listNodeRows = (db: Db | Tx, planId: string): Promise<ListedNode[]> => list(db, { plan_id: planId })

const listAfter = prepared<{ plan_id: string; after: string; limit: number }>()((db, p) =>
  db
    .selectFrom('nodes')
    .select(COLUMNS)
    .where('plan_id', '=', p('plan_id'))
    .where('id', '>', p('after'))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(p('limit')),
)

/** The next undeleted nodes of a plan after an id, by id. */
export const listNodeRowsAfter = (
  db: Db | Tx,
  slice: { plan_id: string; after: string; limit: number },
): Promise<ListedNode[]> => listAfter(db, slice)

/** All assignments of a plan, first assignment first. */
export async function listPlanAssignees(db: Db | Tx, planId: string) {
  return db
    .selectFrom('assignments')
    .select(['node_id', 'user_id'])
    .where('plan_id', '=', planId)
    .orderBy('id')
    .execute()
}

import { sql } from 'kysely'
import { isOneOf } from '../db/dialect.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, Tx } from '../db/schema.ts'

const findTitle = prepared<{ plan_id: string; id: string }>()((db, p) =>
  db
    .selectFrom('nodes')
    .select(['id', 'title'])
    .where('plan_id', '=', p('plan_id'))
    .where('id', '=', p('id'))
    .where('deleted_at', 'is', null),
)

/** Only id and title of an undeleted node. */
export async function findNodeTitle(db: Db | Tx, planId: string, nodeId: string) {
  const [row] = await findTitle(db, { plan_id: planId, id: nodeId })
  return row
}

/** The titles of the undeleted nodes of this plan. */
export const listNodeTitles = (db: Db | Tx, planId: string, nodeIds: readonly string[]) =>
  db
    .selectFrom('nodes')
    .select(['id', 'title'])
    .where('plan_id', '=', planId)
    .where(isOneOf(db, sql.ref('id'), nodeIds))
    .where('deleted_at', 'is', null)
    .execute()

const bump = (counter: 'comment_count' | 'artifact_count') =>
  prepared<{ plan_id: string; id: string; by: number }>()((db, p) =>
    db
      .updateTable('nodes')
      .set((eb) => ({ [counter]: eb(counter, '+', p('by')) }))
      .where('plan_id', '=', p('plan_id'))
      .where('id', '=', p('id')),
  )
export const bumpCommentCount = bump('comment_count')
export const bumpArtifactCount = bump('artifact_count')

// Reads the nodes of a plan for comparing them with an outline.
import { readInSlices } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, Tx } from '../../db/schema.ts'

const listAfter = prepared<{ plan_id: string; after: string; limit: number }>()((db, p) =>
  db
    .selectFrom('nodes')
    .select(['id', 'parent_id', 'order_index', 'title', 'node_type', 'status', 'due_date', 'description', 'created_at'])
    .where('plan_id', '=', p('plan_id'))
    .where('id', '>', p('after'))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(p('limit')),
)

/** What an outline says about the undeleted nodes of a plan, unordered. */
export const listOutlineNodes = (db: Db | Tx, planId: string) =>
  readInSlices(db, (slice) => listAfter(db, { plan_id: planId, ...slice }))

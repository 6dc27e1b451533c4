// Reads the nodes of a plan for comparing them with an outline.
import type { Db, Tx } from '../../db/schema.ts'

/** What an outline says about the undeleted nodes of a plan, unordered. */
export const listOutlineNodes = (db: Db | Tx, planId: string) =>
  db
    .selectFrom('nodes')
    .select(['id', 'parent_id', 'order_index', 'title', 'node_type', 'status', 'due_date', 'description', 'created_at'])
    .where('plan_id', '=', planId)
    .where('deleted_at', 'is', null)
    .execute()

import { sql } from 'kysely'
import { isOneOf } from '../../db/dialect.ts'
import type { AssignmentRow, Db, Tx } from '../../db/schema.ts'

/** First assignment first. */
export async function listAssignmentRows(db: Db | Tx, planId: string, nodeId: string) {
  return db
    .selectFrom('assignments')
    .innerJoin('users', 'users.id', 'assignments.user_id')
    .select([
      'assignments.id',
      'assignments.node_id',
      'assignments.user_id',
      'assignments.assigned_by',
      'assignments.assigned_at',
      'users.name',
      'users.email',
      'users.avatar_key',
    ])
    .where('assignments.plan_id', '=', planId)
    .where('assignments.node_id', '=', nodeId)
    .orderBy('assignments.id')
    .execute()
}

/** The assignments of these nodes, first assignment first. */
export const listAssignmentIds = (db: Db | Tx, planId: string, nodeIds: readonly string[]) =>
  db
    .selectFrom('assignments')
    .select(['id', 'node_id', 'user_id'])
    .where('plan_id', '=', planId)
    .where(isOneOf(db, sql.ref('node_id'), nodeIds))
    .orderBy('id')
    .execute()

/** Rows of one insert: SQLite binds at most 32,766 values. */
const INSERT_ROWS = 2_000

/** Assignments, none of which exists yet. */
export async function insertAssignments(tx: Tx, assignments: readonly AssignmentRow[]): Promise<void> {
  for (let first = 0; first < assignments.length; first += INSERT_ROWS)
    await tx
      .insertInto('assignments')
      .values(assignments.slice(first, first + INSERT_ROWS))
      .execute()
}

/** The id of the deleted row; undefined when the person was not assigned. */
export async function deleteAssignment(
  tx: Tx,
  planId: string,
  nodeId: string,
  userId: string,
): Promise<string | undefined> {
  const [deleted] = await deleteAssignments(tx, planId, userId, [nodeId])
  return deleted?.id
}

/** Takes a person off many nodes. Returns the deleted rows. */
export async function deleteAssignments(
  tx: Tx,
  planId: string,
  userId: string,
  nodeIds: readonly string[],
): Promise<Pick<AssignmentRow, 'id' | 'node_id' | 'assigned_by' | 'assigned_at'>[]> {
  return tx
    .deleteFrom('assignments')
    .where('plan_id', '=', planId)
    .where('user_id', '=', userId)
    .where(isOneOf(tx, sql.ref('node_id'), nodeIds))
    .returning(['id', 'node_id', 'assigned_by', 'assigned_at'])
    .execute()
}

/** The undeleted nodes of a plan that a person is assigned to. */
export async function listAssignedNodes(db: Db | Tx, planId: string, userId: string) {
  return db
    .selectFrom('assignments')
    .innerJoin('nodes', (join) =>
      join.onRef('nodes.plan_id', '=', 'assignments.plan_id').onRef('nodes.id', '=', 'assignments.node_id'),
    )
    .select(['nodes.id', 'nodes.title', 'nodes.deleted_at'])
    .where('assignments.plan_id', '=', planId)
    .where('assignments.user_id', '=', userId)
    .execute()
}

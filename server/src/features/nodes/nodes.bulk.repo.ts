// One change to many nodes.
import { sql } from 'kysely'
import { isOneOf, slicesOf } from '../../db/dialect.ts'
import { change } from '../../db/prepared.ts'
import type { NodeRow, Tx } from '../../db/schema.ts'

/** Gives many nodes the same type and due date. */
export async function updateFields(
  tx: Tx,
  { plan_id, ...fields }: Pick<NodeRow, 'plan_id' | 'node_type' | 'due_date' | 'updated_at'>,
  nodeIds: readonly string[],
): Promise<void> {
  await change(
    tx,
    tx
      .updateTable('nodes')
      .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
      .where('plan_id', '=', plan_id)
      .where(isOneOf(tx, sql.ref('id'), nodeIds)),
  )
}

/** Sets the status of many nodes; those that already have it are unchanged. */
export async function updateStatuses(
  tx: Tx,
  { plan_id, status, updated_at }: Pick<NodeRow, 'plan_id' | 'status' | 'updated_at'>,
  nodeIds: readonly string[],
): Promise<void> {
  for (const ids of slicesOf(tx, nodeIds))
    await change(
      tx,
      tx
        .updateTable('nodes')
        .set((eb) => ({ status, updated_at, version: eb('version', '+', 1) }))
        .where('plan_id', '=', plan_id)
        .where(isOneOf(tx, sql.ref('id'), ids))
        .where('status', '<>', status),
    )
}

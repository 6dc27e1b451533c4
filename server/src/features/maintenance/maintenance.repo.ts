import type { Db, Tx } from '../../db/schema.ts'

/** By what a node is found. */
export interface NodeKey {
  plan_id: string
  id: string
}

/** Nodes that people deleted themselves, longest in the trash first. */
export const listTrashedTops = (db: Db | Tx, before: string, limit: number): Promise<NodeKey[]> =>
  db
    .selectFrom('nodes')
    .select(['plan_id', 'id'])
    .where('deleted_at', '<', before)
    .whereRef('deleted_with', '=', 'id')
    .orderBy('deleted_at')
    .limit(limit)
    .execute()

/** Nodes that were in the trash before `before`. */
export const listTrashedNodes = (db: Db | Tx, before: string, limit: number): Promise<NodeKey[]> =>
  db.selectFrom('nodes').select(['plan_id', 'id']).where('deleted_at', '<', before).limit(limit).execute()

/** Nodes of one plan, living or not; two questions, as each kind has an index of its own. */
export async function listNodesOf(db: Db | Tx, planId: string, limit: number): Promise<NodeKey[]> {
  const nodes = db.selectFrom('nodes').select(['plan_id', 'id']).where('plan_id', '=', planId).limit(limit)
  const living = await nodes.where('deleted_at', 'is', null).execute()
  return living.length > 0 ? living : nodes.where('deleted_at', 'is not', null).execute()
}

/** With everything that hangs on them; what was said and done stays in the event log. */
export async function deleteNodes(tx: Tx, nodes: readonly NodeKey[]): Promise<void> {
  for (const planId of new Set(nodes.map(({ plan_id }) => plan_id))) {
    const ids = nodes.filter(({ plan_id }) => plan_id === planId).map(({ id }) => id)
    await tx.deleteFrom('nodes').where('plan_id', '=', planId).where('id', 'in', ids).execute()
  }
}

export async function listTrashedPlans(db: Db | Tx, before: string): Promise<string[]> {
  const rows = await db.selectFrom('plans').select('id').where('deleted_at', '<', before).execute()
  return rows.map(({ id }) => id)
}

/** Up to `limit` events of a plan, oldest first; how many there were. */
export async function deleteEvents(tx: Tx, planId: string, limit: number): Promise<number> {
  const rows = await tx
    .selectFrom('events')
    .select('revision')
    .where('plan_id', '=', planId)
    .orderBy('revision')
    .limit(limit)
    .execute()
  const last = rows.at(-1)
  if (last) await tx.deleteFrom('events').where('plan_id', '=', planId).where('revision', '<=', last.revision).execute()
  return rows.length
}

/** Only while it is still in the trash. */
export async function deletePlan(tx: Tx, planId: string, before: string): Promise<void> {
  await tx.deleteFrom('plans').where('id', '=', planId).where('deleted_at', '<', before).execute()
}

// Writes of one node.
import { change, prepared } from '../../db/prepared.ts'
import type { NodeRow, Tx } from '../../db/schema.ts'

const insert = prepared<NodeRow>()((db, p) =>
  db.insertInto('nodes').values({
    id: p('id'),
    plan_id: p('plan_id'),
    parent_id: p('parent_id'),
    title: p('title'),
    node_type: p('node_type'),
    status: p('status'),
    order_index: p('order_index'),
    description: p('description'),
    due_date: p('due_date'),
    acceptance_criteria: p('acceptance_criteria'),
    context: p('context'),
    agent_instructions: p('agent_instructions'),
    instructions_by: p('instructions_by'),
    comment_count: p('comment_count'),
    artifact_count: p('artifact_count'),
    metadata: p('metadata'),
    version: p('version'),
    search_text: p('search_text'),
    created_at: p('created_at'),
    updated_at: p('updated_at'),
    deleted_at: p('deleted_at'),
    deleted_with: p('deleted_with'),
    deleted_by: p('deleted_by'),
  }),
)
export const insertNode = (tx: Tx, node: NodeRow) => insert(tx, node)

type StatusChange = Pick<NodeRow, 'plan_id' | 'id' | 'status' | 'version' | 'updated_at'>
const updateStatus = prepared<StatusChange>()((db, p) =>
  db
    .updateTable('nodes')
    .set({ status: p('status'), version: p('version'), updated_at: p('updated_at') })
    .where('plan_id', '=', p('plan_id'))
    .where('id', '=', p('id')),
)
export const updateNodeStatus = (tx: Tx, change: StatusChange) => updateStatus(tx, change)

export async function updateNode(tx: Tx, planId: string, nodeId: string, patch: Partial<NodeRow>): Promise<void> {
  await change(tx, tx.updateTable('nodes').set(patch).where('plan_id', '=', planId).where('id', '=', nodeId))
}

// The replies of the baseline server: the product's fields in the same order, so that both send as many bytes.
// Fields without a column have the value of the measured plans.

export const nodeReply = (planId, row) => ({
  id: row.id,
  plan_id: planId,
  parent_id: row.parent_id,
  title: row.title,
  node_type: row.node_type,
  status: row.status,
  order_index: row.order_index,
  description: null,
  due_date: null,
  acceptance_criteria: null,
  context: null,
  agent_instructions: null,
  comment_count: 0,
  artifact_count: 0,
  metadata: { child_count: 0, completed_child_count: 0 },
  assignees: [],
  version: 1,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

export const planReply = (owner, row) => ({
  id: row.id,
  title: row.title,
  description: row.description,
  status: row.status,
  progress: row.node_count ? Math.round((100 * row.completed_count) / row.node_count) : 0,
  owner_id: row.owner_id,
  owner: { id: row.owner_id, name: owner },
  role: 'owner',
  node_count: row.node_count,
  completed_count: row.completed_count,
  in_progress_count: 0,
  blocked_count: 0,
  revision: 1,
  version: 1,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

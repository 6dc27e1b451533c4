// Converts rows to nodes of the API.

import { OUTLINE_DESCRIPTION_MAX, type OutlineNode, type PlanNode, type TrashedNode } from '@cairn/contract/api/nodes'
import { childrenByParent, displayOrder } from '@cairn/contract/rules/tree'
import { cut } from '../../base/cut.ts'
import { addTo } from '../../base/lists.ts'
import { mapInTurns } from '../../base/turns.ts'
import type { ListedNode } from './nodes.list.repo.ts'
import type { FoundNode } from './nodes.repo.ts'
import type { listTrash } from './nodes.trash.repo.ts'

/** The caller's own metadata with the counts of children, which always override keys of the same name. */
const withCounts = (metadata: string, child_count: number, completed_child_count: number) => ({
  ...(metadata === '{}' ? undefined : JSON.parse(metadata)),
  child_count,
  completed_child_count,
})

/** Field by field: omitting some from a spread costs as much as a statement. */
export const toNode = (row: FoundNode): PlanNode => ({
  id: row.id,
  plan_id: row.plan_id,
  parent_id: row.parent_id,
  title: row.title,
  node_type: row.node_type,
  status: row.status,
  order_index: row.order_index,
  description: row.description,
  due_date: row.due_date,
  acceptance_criteria: row.acceptance_criteria,
  context: row.context,
  agent_instructions: row.agent_instructions,
  comment_count: row.comment_count,
  artifact_count: row.artifact_count,
  version: row.version,
  created_at: row.created_at,
  updated_at: row.updated_at,
  metadata: withCounts(row.metadata, row.child_count ?? 0, row.completed_child_count ?? 0),
  assignees: row.assignee_ids ? row.assignee_ids.split(',') : [],
})

/** A whole plan in display order; children are counted from the given rows. */
export function toNodes(
  rows: readonly ListedNode[],
  assigned: readonly { node_id: string; user_id: string }[],
): Promise<PlanNode[]> {
  const children = childrenByParent(rows)
  const assignees = new Map<string, string[]>()
  for (const { node_id, user_id } of assigned) {
    addTo(assignees, node_id, user_id)
  }
  return mapInTurns(displayOrder(rows), ({ metadata, ...row }) => {
    const below = children.get(row.id) ?? []
    const completed = below.filter((child) => child.status === 'completed').length
    return { ...row, metadata: withCounts(metadata, below.length, completed), assignees: assignees.get(row.id) ?? [] }
  })
}

/** The trash shows no texts, children and assignees: they return with the node. */
export function toTrashed({
  metadata,
  deleted_at,
  deleted_by,
  deleted_by_name,
  ...row
}: Awaited<ReturnType<typeof listTrash>>[number]): TrashedNode {
  return {
    ...row,
    metadata: withCounts(metadata, 0, 0),
    assignees: [],
    deleted_at: deleted_at ?? '',
    deleted_by: deleted_by === null ? null : { id: deleted_by, name: deleted_by_name ?? 'Deleted user' },
  }
}

/** What tree and canvas draw. */
export function toOutline({
  acceptance_criteria: _a,
  context: _c,
  agent_instructions: _i,
  ...node
}: PlanNode): OutlineNode {
  const { description } = node
  return description && description.length > OUTLINE_DESCRIPTION_MAX
    ? { ...node, description: cut(description, OUTLINE_DESCRIPTION_MAX) }
    : node
}

/** The stored metadata: without the counts, which are derived. */
export function storedMetadata(metadata: Record<string, unknown> | null | undefined): string {
  if (!metadata) return '{}'
  const { child_count: _n, completed_child_count: _c, ...own } = metadata
  return JSON.stringify(own)
}

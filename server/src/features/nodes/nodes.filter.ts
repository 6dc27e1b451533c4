// Filters of a list of nodes.
import type { NodeFilters, PlanNode } from '@cairn/contract/api/nodes'

/** Whether the list is filtered or reduced at all. */
export const isFiltered = (filters: NodeFilters): boolean => Object.values(filters).some((value) => value !== undefined)

/** Whether a node matches the filters; `me` is the caller. */
export function isWanted(node: PlanNode, filters: NodeFilters, callerId: string): boolean {
  const { status, type, assignee, due_before, updated_since, parent_id } = filters
  if (status && !status.includes(node.status)) return false
  if (type && !type.includes(node.node_type)) return false
  if (assignee === 'none' && node.assignees.length > 0) return false
  if (assignee && assignee !== 'none' && !node.assignees.includes(assignee === 'me' ? callerId : assignee)) return false
  if (due_before && !(node.due_date !== null && node.due_date < due_before)) return false
  if (updated_since && node.updated_at < updated_since) return false
  return parent_id === undefined || node.parent_id === (parent_id || null)
}

/** The requested fields, and the id. */
export function pickFields(node: object, fields: NodeFilters['fields']): object {
  if (!fields) return node
  return Object.fromEntries(['id', ...fields].map((field) => [field, (node as Record<string, unknown>)[field]]))
}

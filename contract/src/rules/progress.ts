import type { NodeStatus } from '../api/nodes.ts'

/** Percentage of a plan: completed nodes / all nodes, rounded; 0 for an empty plan. */
export const planProgress = (completed: number, total: number): number =>
  total === 0 ? 0 : Math.round((completed / total) * 100)

/** Percentage of a node: the share of completed children; without children 100, 50 or 0 by status. */
export function nodeProgress(status: NodeStatus, childCount: number, completedChildCount: number): number {
  if (childCount > 0) return planProgress(completedChildCount, childCount)
  if (status === 'completed') return 100
  return status === 'in_progress' ? 50 : 0
}

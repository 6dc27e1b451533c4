// What a branch looks like from a distance: how much of it is done, and whether something in it is stuck.
import type { NodeStatus } from '@cairn/contract/api/nodes'
import type { PlanNodes, StoredNode } from '../../../data/nodeStore.ts'
import { localDay } from '../../../lib/relativeTime.ts'

/** Of everything below a node. */
export interface BranchStats {
  total: number
  byStatus: Record<NodeStatus, number>
  /** Open nodes whose due date has passed. */
  overdue: number
}

const noStats = (): BranchStats => ({
  total: 0,
  byStatus: { not_started: 0, in_progress: 0, completed: 0, blocked: 0 },
  overdue: 0,
})

/** The stats of every node with children, in one pass over the plan. `day` is today as YYYY-MM-DD. */
export function branchStats(
  children: ReadonlyMap<string | null, readonly string[]>,
  nodeOf: (id: string) => Pick<StoredNode, 'status' | 'due_date'> | undefined,
  day: string,
): Map<string, BranchStats> {
  const stats = new Map<string, BranchStats>()
  const measure = (id: string | null): BranchStats => {
    const sum = noStats()
    for (const childId of children.get(id) ?? []) {
      const node = nodeOf(childId)
      if (!node) continue
      sum.total += 1
      sum.byStatus[node.status] += 1
      if (node.status !== 'completed' && node.due_date !== null && node.due_date < day) sum.overdue += 1
      if (children.has(childId)) addTo(sum, measure(childId))
    }
    if (id !== null) stats.set(id, sum)
    return sum
  }
  measure(null)
  return stats
}

function addTo(sum: BranchStats, more: BranchStats): void {
  sum.total += more.total
  sum.overdue += more.overdue
  for (const status of STATUSES) sum.byStatus[status] += more.byStatus[status]
}

const STATUSES = ['not_started', 'in_progress', 'completed', 'blocked'] as const

const known = new WeakMap<PlanNodes, { changes: number; day: string; stats: Map<string, BranchStats> }>()

/** The stats of a plan as it is now, computed once between two changes. */
export function statsOf(nodes: PlanNodes): ReadonlyMap<string, BranchStats> {
  const day = localDay()
  const before = known.get(nodes)
  if (before?.changes === nodes.changes && before.day === day) return before.stats
  const stats = branchStats(nodes.structure.children, (id) => nodes.get(id), day)
  known.set(nodes, { changes: nodes.changes, day, stats })
  return stats
}

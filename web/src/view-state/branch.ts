// One branch of a plan as a view of its structure. Tree and graph show it as if it were the whole plan.
import { useMemo, useSyncExternalStore } from 'react'
import type { NodeCounts, PlanNodes, StoredNode, Structure } from '../data/nodeStore.ts'
import { useStructure } from '../data/nodes.ts'

/** Returns the structure of a node and its descendants, with the node as root. Takes time for the branch alone. */
export function branchOf({ children }: Structure, id: string): Structure {
  const inside = new Map<string | null, readonly string[]>([[null, [id]]])
  const stack = [id]
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const below = children.get(at)
    if (!below) continue
    inside.set(at, below)
    for (const childId of below) stack.push(childId)
  }
  return { children: inside, rootId: id }
}

/** Iterates over the nodes of a structure. */
export function* idsIn({ children }: Structure): Generator<string> {
  for (const below of children.values()) yield* below
}

type Rows = Pick<PlanNodes, 'get'>

/** Whether a node is a branch's top or below it. */
export function isWithin(nodes: Rows, id: string, branchId: string): boolean {
  for (let at: string | null = id; at !== null; at = nodes.get(at)?.parent_id ?? null) if (at === branchId) return true
  return false
}

/** Whether a node can be focused on. The root is the whole plan. */
export const isBranch = (nodes: Pick<PlanNodes, 'get' | 'structure'>, id: string): boolean =>
  nodes.get(id) !== undefined && id !== nodes.structure.rootId

/** Returns the nodes from the top level to a node, without the root, which stands for the whole plan. */
export function branchPath({ get, rootId }: { get: Rows['get']; rootId: string | null }, id: string): StoredNode[] {
  const path: StoredNode[] = []
  for (let node = get(id); node && node.id !== rootId; node = node.parent_id === null ? undefined : get(node.parent_id))
    path.unshift(node)
  return path
}

/** Returns the branch one level up. null is the whole plan. */
export function branchAbove(nodes: Pick<PlanNodes, 'get' | 'structure'>, id: string): string | null {
  const parentId = nodes.get(id)?.parent_id ?? null
  return parentId === nodes.structure.rootId ? null : parentId
}

/**
 * Returns the branch to show: the wanted one, or the smallest around it that also contains the open node. null is the
 * whole plan, also for nodes that are not in the plan.
 */
export function shownBranch(
  nodes: Pick<PlanNodes, 'get' | 'structure'>,
  wantedId: string | null,
  openId: string | null,
): string | null {
  if (wantedId === null || !isBranch(nodes, wantedId)) return null
  if (openId === null || !nodes.get(openId)) return wantedId
  let shown: string | null = wantedId
  while (shown !== null && !isWithin(nodes, openId, shown)) shown = branchAbove(nodes, shown)
  return shown
}

/** Returns the structure to show: of a branch, or of the whole plan for null. */
export function useShownStructure(nodes: PlanNodes, branchId: string | null): Structure {
  const structure = useStructure(nodes)
  return useMemo(() => shownStructure(structure, branchId), [structure, branchId])
}

const lastBranch = new WeakMap<Structure, { id: string; branch: Structure }>()

/** Returns the same object for the same input, so tree, graph and counters share it and what is derived from it. */
export function shownStructure(structure: Structure, branchId: string | null): Structure {
  if (branchId === null) return structure
  const known = lastBranch.get(structure)
  if (known?.id === branchId) return known.branch
  const branch = branchOf(structure, branchId)
  lastBranch.set(structure, { id: branchId, branch })
  return branch
}

const lastCounts = new WeakMap<Structure, { at: number; counts: NodeCounts }>()

/** Counts the nodes of a branch by status, or of the whole plan for null. */
export function useShownCounts(nodes: PlanNodes, branchId: string | null): NodeCounts {
  const structure = useShownStructure(nodes, branchId)
  return useSyncExternalStore(nodes.watchAll, () => {
    if (branchId === null) return nodes.counts
    const before = lastCounts.get(structure)
    if (before?.at === nodes.changes) return before.counts
    const counts = countIn(nodes, structure)
    const kept = before && isSame(before.counts, counts) ? before.counts : counts
    lastCounts.set(structure, { at: nodes.changes, counts: kept })
    return kept
  })
}

export function countIn(nodes: Rows, structure: Structure): NodeCounts {
  const counts: NodeCounts = { total: 0, completed: 0, in_progress: 0, blocked: 0 }
  for (const id of idsIn(structure)) {
    const status = nodes.get(id)?.status
    if (status === undefined) continue
    counts.total += 1
    if (status !== 'not_started') counts[status] += 1
  }
  return counts
}

const isSame = (a: NodeCounts, b: NodeCounts): boolean =>
  a.total === b.total && a.completed === b.completed && a.in_progress === b.in_progress && a.blocked === b.blocked

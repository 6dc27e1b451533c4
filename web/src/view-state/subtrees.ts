// Subtrees in the plan's structure.
import type { PlanNodes } from '../data/nodeStore.ts'

type Tree = Pick<PlanNodes, 'get' | 'structure'>

/** Counts a node and its descendants. */
export function countSubtree({ structure }: Pick<Tree, 'structure'>, nodeId: string): number {
  let count = 0
  const stack = [nodeId]
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    count++
    stack.push(...(structure.children.get(id) ?? []))
  }
  return count
}

/** Returns the nodes that are not descendants of others. */
export function topmost(nodes: Pick<Tree, 'get'>, ids: ReadonlySet<string>): Set<string> {
  const isUnder = (id: string) => {
    for (let above = nodes.get(id)?.parent_id ?? null; above !== null; above = nodes.get(above)?.parent_id ?? null)
      if (ids.has(above)) return true
    return false
  }
  return new Set([...ids].filter((id) => !isUnder(id)))
}

/** Returns the nodes in the order of a fully expanded tree. */
export function inTreeOrder({ structure }: Pick<Tree, 'structure'>, ids: ReadonlySet<string>): string[] {
  const ordered: string[] = []
  const stack = [...(structure.children.get(null) ?? [])].reverse()
  for (let id = stack.pop(); id !== undefined && ordered.length < ids.size; id = stack.pop()) {
    if (ids.has(id)) ordered.push(id)
    stack.push(...[...(structure.children.get(id) ?? [])].reverse())
  }
  return ordered
}

import type { PlanNodes } from './nodeStore.ts'

export function countSubtree(nodes: PlanNodes, nodeId: string): number {
  let count = 1
  for (const child of nodes.structure.children.get(nodeId) ?? []) count += countSubtree(nodes, child)
  return count
}

/** What hangs under another one of them goes with it. */
export function withoutDescendants(nodes: PlanNodes, ids: readonly string[]): string[] {
  const chosen = new Set(ids)
  return ids.filter((id) => {
    for (let above = nodes.get(id)?.parent_id ?? null; above !== null; above = nodes.get(above)?.parent_id ?? null)
      if (chosen.has(above)) return false
    return true
  })
}

interface Dependency {
  source_id: string
  target_id: string
}

/** The shortest way from one node to another along dependencies, as ids with both ends; `null` when there is none. */
export function dependencyPath(dependencies: readonly Dependency[], fromId: string, toId: string): string[] | null {
  const targets = new Map<string, string[]>()
  for (const { source_id, target_id } of dependencies) {
    const known = targets.get(source_id)
    if (known) known.push(target_id)
    else targets.set(source_id, [target_id])
  }
  const cameFrom = new Map<string, string | null>([[fromId, null]])
  const queue = [fromId]
  for (const id of queue) {
    if (id === toId) return wayBack(cameFrom, id)
    for (const next of targets.get(id) ?? []) {
      if (cameFrom.has(next)) continue
      cameFrom.set(next, id)
      queue.push(next)
    }
  }
  return null
}

function wayBack(cameFrom: ReadonlyMap<string, string | null>, end: string): string[] {
  const path: string[] = []
  for (let id: string | null | undefined = end; id; id = cameFrom.get(id)) path.push(id)
  return path.reverse()
}

interface Dependency {
  source_id: string
  target_id: string
}

/**
 * The first added dependency that closes a cycle with the earlier ones, and its path; `null` if there is none. Without
 * a cycle it visits every edge once, with one it does a binary search over the added edges. It yields after each visit
 * of all edges, so that the caller can let others run.
 */
export function* findFirstCycle(
  existing: readonly Dependency[],
  added: readonly Dependency[],
): Generator<void, { index: number; path: string[] } | null> {
  const upTo = (count: number) => [...existing, ...added.slice(0, count)]
  if (isAcyclic(upTo(added.length))) return null
  let [fine, cyclic] = [0, added.length]
  while (cyclic - fine > 1) {
    yield
    const middle = Math.floor((fine + cyclic) / 2)
    if (isAcyclic(upTo(middle))) fine = middle
    else cyclic = middle
  }
  yield
  const closing = added[fine]
  const path = closing && dependencyPath(upTo(fine), closing.target_id, closing.source_id)
  return { index: fine, path: closing && path ? [closing.source_id, ...path] : [] }
}

/** Whether the nodes can be put in an order in which every source comes before its targets. */
function isAcyclic(dependencies: readonly Dependency[]): boolean {
  const waitsFor = new Map<string, number>()
  const targets = new Map<string, string[]>()
  for (const { source_id, target_id } of dependencies) {
    waitsFor.set(source_id, waitsFor.get(source_id) ?? 0)
    waitsFor.set(target_id, (waitsFor.get(target_id) ?? 0) + 1)
    const known = targets.get(source_id)
    if (known) known.push(target_id)
    else targets.set(source_id, [target_id])
  }
  const ready = [...waitsFor].filter(([, count]) => count === 0).map(([id]) => id)
  for (const id of ready)
    for (const target of targets.get(id) ?? []) {
      const left = (waitsFor.get(target) ?? 0) - 1
      waitsFor.set(target, left)
      if (left === 0) ready.push(target)
    }
  return ready.length === waitsFor.size
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

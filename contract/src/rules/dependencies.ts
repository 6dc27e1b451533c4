interface Dependency {
  source_id: string
  target_id: string
}

/** Dependencies that are visited between two pauses, in which the caller can let others run. */
const PAUSE_AFTER = 10_000

/**
 * The first added dependency that closes a cycle with the earlier ones, and its path; `null` if there is none. Without
 * a cycle it visits every edge once, with one it does a binary search over the added edges.
 */
export function* findFirstCycle(
  existing: readonly Dependency[],
  added: readonly Dependency[],
): Generator<void, { index: number; path: string[] } | null> {
  const upTo = (count: number) => [...existing, ...added.slice(0, count)]
  if (yield* isAcyclic(upTo(added.length))) return null
  let [fine, cyclic] = [0, added.length]
  while (cyclic - fine > 1) {
    yield
    const middle = Math.floor((fine + cyclic) / 2)
    if (yield* isAcyclic(upTo(middle))) fine = middle
    else cyclic = middle
  }
  yield
  const closing = added[fine]
  const path = closing && (yield* dependencyPath(upTo(fine), closing.target_id, closing.source_id))
  return { index: fine, path: closing && path ? [closing.source_id, ...path] : [] }
}

/** The targets of each source. */
function* targetsBySource(dependencies: readonly Dependency[]): Generator<void, ReadonlyMap<string, string[]>> {
  const targets = new Map<string, string[]>()
  for (const [index, { source_id, target_id }] of dependencies.entries()) {
    if (index % PAUSE_AFTER === PAUSE_AFTER - 1) yield
    const known = targets.get(source_id)
    if (known) known.push(target_id)
    else targets.set(source_id, [target_id])
  }
  return targets
}

/** Whether the nodes can be put in an order in which every source comes before its targets. */
function* isAcyclic(dependencies: readonly Dependency[]): Generator<void, boolean> {
  const targets = yield* targetsBySource(dependencies)
  const waitsFor = new Map<string, number>()
  for (const [index, { source_id, target_id }] of dependencies.entries()) {
    if (index % PAUSE_AFTER === PAUSE_AFTER - 1) yield
    waitsFor.set(source_id, waitsFor.get(source_id) ?? 0)
    waitsFor.set(target_id, (waitsFor.get(target_id) ?? 0) + 1)
  }
  const ready = [...waitsFor].filter(([, count]) => count === 0).map(([id]) => id)
  let visited = 0
  for (const id of ready)
    for (const target of targets.get(id) ?? []) {
      visited++
      if (visited % PAUSE_AFTER === 0) yield
      const left = (waitsFor.get(target) ?? 0) - 1
      waitsFor.set(target, left)
      if (left === 0) ready.push(target)
    }
  return ready.length === waitsFor.size
}

/** The shortest way from one node to another along dependencies, as ids with both ends; `null` when there is none. */
export function* dependencyPath(
  dependencies: readonly Dependency[],
  fromId: string,
  toId: string,
): Generator<void, string[] | null> {
  const targets = yield* targetsBySource(dependencies)
  const cameFrom = new Map<string, string | null>([[fromId, null]])
  const queue = [fromId]
  let visited = 0
  for (const id of queue) {
    if (id === toId) return wayBack(cameFrom, id)
    for (const next of targets.get(id) ?? []) {
      visited++
      if (visited % PAUSE_AFTER === 0) yield
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

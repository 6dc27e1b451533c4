// What a node waits for, and what waits for it.
import type { EdgeKind } from '@cairn/contract/api/edges'
import type { NodeStatus } from '@cairn/contract/api/nodes'

type Link = { source_id: string; target_id: string; kind: EdgeKind }
type Ids = ReadonlyMap<string, readonly string[]>

/** The dependencies of a plan by node: those that must finish before it, and those that need it. */
export interface Dependencies {
  before: Ids
  after: Ids
}

/** How many unfinished nodes an unfinished node waits for, and how many wait for it. Both 0 for a completed node. */
export interface Waiting {
  waitsFor: number
  waiting: number
}

export const NO_WAITING: Waiting = { waitsFor: 0, waiting: 0 }

const known = new WeakMap<readonly Link[], Dependencies>()

/** Returns the same object for the same edges, because a plan may have thousands. */
export function dependenciesOf(edges: readonly Link[]): Dependencies {
  const found = known.get(edges)
  if (found) return found
  const before = new Map<string, string[]>()
  const after = new Map<string, string[]>()
  const add = (ids: Map<string, string[]>, id: string, other: string) => {
    const others = ids.get(id)
    if (others) others.push(other)
    else ids.set(id, [other])
  }
  for (const { source_id, target_id, kind } of edges) {
    if (kind !== 'dependency') continue
    add(before, target_id, source_id)
    add(after, source_id, target_id)
  }
  const dependencies = { before, after }
  known.set(edges, dependencies)
  return dependencies
}

/** Looks at the node's own dependencies only. Nodes without a status, such as deleted ones, do not count. */
export function waitingOf(
  { before, after }: Dependencies,
  statusOf: (id: string) => NodeStatus | undefined,
  id: string,
): Waiting {
  const isUnfinished = (other: string) => {
    const status = statusOf(other)
    return status !== undefined && status !== 'completed'
  }
  const [sources, targets] = [before.get(id), after.get(id)]
  if ((!sources && !targets) || !isUnfinished(id)) return NO_WAITING
  return { waitsFor: sources?.filter(isUnfinished).length ?? 0, waiting: targets?.filter(isUnfinished).length ?? 0 }
}

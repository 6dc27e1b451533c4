// The path of a node: what it waits for, and what waits for it, through all dependencies.
import type { EdgeKind } from '@cairn/contract/api/edges'
import type { Dimming } from '../dimming.ts'
import type { Scene } from '../paint/scene.ts'
import type { Dependencies } from '../waiting.ts'

export const PATH_SIDES = ['before', 'after'] as const
/** `before`: the node waits for it. `after`: it waits for the node. */
export type PathSide = (typeof PATH_SIDES)[number]

export interface Path {
  /** The node, and all nodes below it if its branch is collapsed. */
  start: ReadonlySet<string>
  before: ReadonlySet<string>
  after: ReadonlySet<string>
}

/** Follows the dependencies from all nodes of `start`. Linear in the edges that it passes. */
export const pathOf = ({ before, after }: Dependencies, start: ReadonlySet<string>): Path => ({
  start,
  before: reach(start, before),
  after: reach(start, after),
})

function reach(start: ReadonlySet<string>, next: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set<string>()
  for (const ids of [start, reached])
    for (const id of ids) for (const nextId of next.get(id) ?? []) if (!start.has(nextId)) reached.add(nextId)
  return reached
}

export const hasPath = ({ before, after }: Path): boolean => before.size > 0 || after.size > 0

type Link = { source_id: string; target_id: string; kind: EdgeKind }

/** How a path is drawn: its nodes and edges in the color of their side, all others dimmed. */
export interface DrawnPath extends Dimming {
  sideOf: (id: string) => PathSide | undefined
  sideOfEdge: (edge: Link) => PathSide | undefined
}

interface DrawOptions {
  parentOf: (id: string) => string | null
  /** The opacity of all other nodes. */
  rest: number
}

/** A collapsed card stands for the nodes of the path below it. */
export function drawPath(path: Path, { layout }: Scene, { parentOf, rest }: DrawOptions): DrawnPath {
  const sides = new Map<string, PathSide>()
  const lit = new Set<string>()
  const branches = new Set<string>()
  const light = (ids: ReadonlySet<string>, side?: PathSide) => {
    for (const id of ids) {
      let at: string | null = id
      for (; at !== null && !layout.boxes.has(at); at = parentOf(at)) branches.add(at)
      if (at === null) continue
      if (side && !lit.has(at)) sides.set(at, side)
      lit.add(at)
      for (; at !== null && !branches.has(at); at = parentOf(at)) branches.add(at)
    }
  }
  light(path.start)
  light(path.before, 'before')
  light(path.after, 'after')
  return {
    node: (id) => (lit.has(id) ? 1 : rest),
    branch: (id) => (branches.has(id) ? 1 : rest),
    sideOf: (id) => sides.get(id),
    sideOfEdge: ({ source_id, target_id, kind }) => {
      if (kind !== 'dependency') return undefined
      if (path.before.has(source_id) && (path.before.has(target_id) || path.start.has(target_id))) return 'before'
      if (path.after.has(target_id) && (path.after.has(source_id) || path.start.has(source_id))) return 'after'
      return undefined
    },
  }
}

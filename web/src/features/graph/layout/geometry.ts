// Sizes and positions in canvas pixels.
import type { NodeType } from '@cairn/contract/api/nodes'

/** `x` and `y` are the top left corner. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}
export type Size = Pick<Box, 'width' | 'height'>
export type Point = Pick<Box, 'x' | 'y'>

export const contains = (outer: Box, inner: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height

/** Card sizes by node type. */
export const NODE_SIZE: Readonly<Record<NodeType, Size>> = {
  root: { width: 320, height: 100 },
  phase: { width: 280, height: 120 },
  task: { width: 240, height: 80 },
  milestone: { width: 200, height: 60 },
}

/** Gaps between neighbors and between ranks. */
export const SPACING = { node: 80, rank: 120 } as const

/** The visible nodes, without those in collapsed branches. The parent `null` is above the top level. */
export interface VisibleTree {
  count: number
  childrenOf: (id: string | null) => readonly string[]
  sizeOf: (id: string) => Size
}

/** `tidy` has one rank per level. `compact` has leaves in blocks and branches in rows. */
export type LayoutKind = 'tidy' | 'compact'

/** Whether children are below their parent or at its right. */
export type Direction = 'down' | 'right'

export interface Layout {
  kind: LayoutKind
  direction: Direction
  boxes: Map<string, Box>
  /** The parent of each node when it was placed. */
  parents: Map<string, string | null>
  /** Nodes in columns of leaves. Their line arrives from the left. */
  hanging: Set<string>
  /** Where nodes were that have left the plan or their parent, for their return. */
  left: ReadonlyMap<string, LeftPlace>
  /** A new value each time a change of the plan has moved existing nodes. */
  relaid?: symbol | undefined
  /** The layout before, for when that change is undone. */
  replaced?: Layout | undefined
}

interface LeftPlace {
  box: Box
  parentId: string | null
  isHanging: boolean
}

export function parentsIn(tree: VisibleTree): Map<string, string | null> {
  const parents = new Map<string, string | null>()
  const visit = (parentId: string | null) => {
    for (const id of tree.childrenOf(parentId)) {
      parents.set(id, parentId)
      visit(id)
    }
  }
  visit(null)
  return parents
}

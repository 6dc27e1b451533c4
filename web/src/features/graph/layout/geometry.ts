// Sizes and places on the canvas, in its own pixels.
import type { NodeType } from '@cairn/contract/api/nodes'

/** `x` and `y` are the left top corner. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}
export type Size = Pick<Box, 'width' | 'height'>
export type Point = Pick<Box, 'x' | 'y'>

/** Of the cards, by type (point 4). */
export const NODE_SIZE: Readonly<Record<NodeType, Size>> = {
  root: { width: 320, height: 100 },
  phase: { width: 280, height: 120 },
  task: { width: 240, height: 80 },
  milestone: { width: 200, height: 60 },
}

/** Between neighbours, and between the ranks (point 4). */
export const SPACING = { node: 80, rank: 120 } as const

/** What is laid out: the nodes that are visible, without what is inside collapsed branches. `null` is above the top level. */
export interface VisibleTree {
  count: number
  childrenOf: (id: string | null) => readonly string[]
  sizeOf: (id: string) => Size
}

/** `tidy`: one rank below the other. `compact`: leaves in blocks, branches packed in rows. */
export type LayoutKind = 'tidy' | 'compact'

/** Where children are: below their parent, or at its right. */
export type Direction = 'down' | 'right'

export interface Layout {
  kind: LayoutKind
  direction: Direction
  boxes: Map<string, Box>
  /** Under whom each node was when it got its place. */
  parents: Map<string, string | null>
  /** Nodes that hang in a block under their parent: their line arrives from the left, beside the block's column. */
  hanging: Set<string>
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

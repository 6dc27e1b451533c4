// A layout for large plans, for which a tidy tree would be a hundred screens wide. Leaves are in blocks of several
// columns under their parent and branches in rows, so that the layout has the aspect ratio of a screen.
import type { Layout, Point, Size, VisibleTree } from './geometry.ts'

/** Gap between the leaves of a block. The line of a column runs left of it. */
const LEAF_GAP = { x: 32, y: 28 } as const
const BRANCH_GAP = { x: 64, y: 72 } as const
/** Gap between a parent and its children. */
const RANK_GAP = 64
/** Limits of the target aspect ratio of blocks and rows, which is that of the viewport. */
const ASPECT = { min: 0.6, max: 2 } as const

/** A measured block, with the positions of its parts in it. */
interface Block {
  width: number
  height: number
  parts: Part[]
}
interface Part {
  x: number
  y: number
  of: Block | Leaves | Card
}
interface Packing {
  tree: VisibleTree
  aspect: number
  /** Of the nodes that are measured. */
  parents: Layout['parents']
}
/** A node with children. */
interface Card extends Size {
  id: string
}
/** Leaves in columns of equal height. One part for all, because most nodes are leaves. */
interface Leaves extends Size {
  ids: readonly string[]
  rows: number
  step: Point
}

export function compactLayout(tree: VisibleTree, viewport: Size): Layout {
  const aspect = Math.min(ASPECT.max, Math.max(ASPECT.min, viewport.width / viewport.height))
  const layout: Layout = {
    kind: 'compact',
    direction: 'down',
    boxes: new Map(),
    parents: new Map(),
    hanging: new Set(),
    left: new Map(),
  }
  const place = (of: Part['of'], x: number, y: number) => {
    if ('parts' in of) for (const part of of.parts) place(part.of, x + part.x, y + part.y)
    else if ('ids' in of) placeLeaves(tree, of, { x, y }, layout)
    else layout.boxes.set(of.id, { x, y, width: of.width, height: of.height })
  }
  place(packChildren({ tree, aspect, parents: layout.parents }, null, tree.childrenOf(null)), 0, 0)
  return layout
}

/** Places leaves in order, column by column, each from top to bottom. */
function placeLeaves(tree: VisibleTree, { ids, rows, step }: Leaves, at: Point, { boxes, hanging }: Layout): void {
  let { x, y } = at
  let inColumn = 0
  for (const id of ids) {
    const { width, height } = tree.sizeOf(id)
    boxes.set(id, { x, y, width, height })
    if (rows > 1) hanging.add(id)
    y += step.y
    inColumn += 1
    if (inColumn < rows) continue
    x += step.x
    y = at.y
    inColumn = 0
  }
}

/** Measures a node and its descendants. */
function measureBranch(packing: Packing, id: string, childIds: readonly string[]): Block {
  const card = { id, ...packing.tree.sizeOf(id) }
  const below = packChildren(packing, id, childIds)
  const width = Math.max(card.width, below.width)
  return {
    width,
    height: card.height + RANK_GAP + below.height,
    parts: [
      { x: (width - card.width) / 2, y: 0, of: card },
      { x: (width - below.width) / 2, y: card.height + RANK_GAP, of: below },
    ],
  }
}

/** Packs siblings into rows in their order: each run of leaves as one block, each branch as its own. */
function packChildren(packing: Packing, parentId: string | null, ids: readonly string[]): Block | Leaves {
  const blocks: (Block | Leaves)[] = []
  let leaves: string[] = []
  const endRun = () => {
    if (leaves.length > 0) blocks.push(leafBlock(packing, leaves))
    leaves = []
  }
  for (const id of ids) {
    packing.parents.set(id, parentId)
    const childIds = packing.tree.childrenOf(id)
    if (childIds.length === 0) leaves.push(id)
    else {
      endRun()
      blocks.push(measureBranch(packing, id, childIds))
    }
  }
  endRun()
  const [only] = blocks
  return only && blocks.length === 1 ? only : inRows(blocks, packing.aspect)
}

function leafBlock({ tree, aspect }: Packing, ids: readonly string[]): Leaves {
  let width = 0
  let height = 0
  for (const id of ids) {
    const size = tree.sizeOf(id)
    width = Math.max(width, size.width)
    height = Math.max(height, size.height)
  }
  const step = { x: width + LEAF_GAP.x, y: height + LEAF_GAP.y }
  const columns = Math.ceil(ids.length / Math.ceil(Math.sqrt((ids.length * step.x) / (step.y * aspect))))
  // Five are a column of three and one of two, not of four and one.
  const rows = Math.ceil(ids.length / columns)
  return { width: columns * step.x - LEAF_GAP.x, height: rows * step.y - LEAF_GAP.y, ids, rows, step }
}

/** Widths of the rows that are tried, as parts of the width that a gapless packing would have. */
const WIDTHS = [0.7, 0.85, 1, 1.2, 1.45, 1.75]

/** Packs blocks in rows, as wide as makes the whole largest in the viewport. */
function inRows(blocks: readonly (Block | Leaves)[], aspect: number): Block {
  let area = 0
  let widest = 0
  for (const { width, height } of blocks) {
    area += (width + BRANCH_GAP.x) * (height + BRANCH_GAP.y)
    widest = Math.max(widest, width)
  }
  const extentOf = ({ width, height }: Size) => Math.max(width / aspect, height)
  let best = { widthMax: widest, extent: Number.POSITIVE_INFINITY }
  for (const part of WIDTHS) {
    const widthMax = Math.max(widest, Math.sqrt(area * aspect) * part)
    const extent = extentOf(packRows(blocks, widthMax))
    if (extent < best.extent) best = { widthMax, extent }
  }
  const parts: Part[] = []
  const size = packRows(blocks, best.widthMax, (part) => parts.push(part))
  return { ...size, parts }
}

/** Packs blocks from left to right and wraps to the next row when it would become too wide. Returns the size of all. */
function packRows(blocks: readonly (Block | Leaves)[], widthMax: number, place?: (part: Part) => void): Size {
  const packed = { width: 0, height: 0 }
  let x = 0
  let y = 0
  let rowHeight = 0
  for (const block of blocks) {
    if (x > 0 && x + block.width > widthMax) {
      y += rowHeight + BRANCH_GAP.y
      x = 0
      rowHeight = 0
    }
    place?.({ x, y, of: block })
    rowHeight = Math.max(rowHeight, block.height)
    packed.width = Math.max(packed.width, x + block.width)
    packed.height = y + rowHeight
    x += block.width + BRANCH_GAP.x
  }
  return packed
}

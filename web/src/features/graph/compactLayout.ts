// A tidy tree of ten thousand nodes is a hundred screens wide. Here leaves stand in blocks of several columns under their parent,
// and branches are packed in rows, so that the drawing is about as high as it is wide.
import { type Box, type Layout, parentsIn, type VisibleTree } from './geometry.ts'

/** Between the leaves of a block, in which a column's line needs room at the left. */
const LEAF_GAP = { x: 32, y: 28 } as const
const BRANCH_GAP = { x: 64, y: 72 } as const
/** Between a parent and what is under it. */
const RANK_GAP = 64
/** Width over height that blocks and rows aim for: that of a screen. */
const ASPECT = 1.6

/** Something that was measured, with its parts where they stand in it. */
interface Block {
  width: number
  height: number
  parts: Part[]
}
interface Part {
  x: number
  y: number
  /** A block of its own, or one node's card. */
  of: Block | { id: string; box: Pick<Box, 'width' | 'height'>; hangs: boolean }
}

export function compactLayout(tree: VisibleTree): Layout {
  const layout: Layout = { boxes: new Map(), parents: parentsIn(tree), hanging: new Set() }
  place(packChildren(tree, tree.childrenOf(null)), 0, 0, layout)
  return layout
}

function place({ parts }: Block, x: number, y: number, layout: Layout): void {
  for (const part of parts) {
    if ('parts' in part.of) place(part.of, x + part.x, y + part.y, layout)
    else {
      const { id, box, hangs } = part.of
      layout.boxes.set(id, { x: x + part.x, y: y + part.y, width: box.width, height: box.height })
      if (hangs) layout.hanging.add(id)
    }
  }
}

/** A node and everything under it. */
function measureBranch(tree: VisibleTree, id: string, childIds: readonly string[]): Block {
  const box = tree.sizeOf(id)
  const below = packChildren(tree, childIds)
  const width = Math.max(box.width, below.width)
  return {
    width,
    height: box.height + RANK_GAP + below.height,
    parts: [
      { x: (width - box.width) / 2, y: 0, of: { id, box, hangs: false } },
      { x: (width - below.width) / 2, y: box.height + RANK_GAP, of: below },
    ],
  }
}

/** Siblings in their order: each run of leaves as one block, each branch as its own, in rows. */
function packChildren(tree: VisibleTree, ids: readonly string[]): Block {
  const blocks: Block[] = []
  let leaves: string[] = []
  const endRun = () => {
    if (leaves.length > 0) blocks.push(leafBlock(tree, leaves))
    leaves = []
  }
  for (const id of ids) {
    const childIds = tree.childrenOf(id)
    if (childIds.length === 0) leaves.push(id)
    else {
      endRun()
      blocks.push(measureBranch(tree, id, childIds))
    }
  }
  endRun()
  return inRows(blocks)
}

/** Leaves column by column, as their order reads from top to bottom. */
function leafBlock(tree: VisibleTree, ids: readonly string[]): Block {
  let [width, height] = [0, 0]
  for (const id of ids) {
    const size = tree.sizeOf(id)
    width = Math.max(width, size.width)
    height = Math.max(height, size.height)
  }
  const [stepX, stepY] = [width + LEAF_GAP.x, height + LEAF_GAP.y]
  const rows = Math.ceil(Math.sqrt((ids.length * stepX) / (stepY * ASPECT)))
  const columns = Math.ceil(ids.length / rows)
  return {
    width: columns * stepX - LEAF_GAP.x,
    height: rows * stepY - LEAF_GAP.y,
    parts: ids.map((id, place) => ({
      x: Math.floor(place / rows) * stepX,
      y: (place % rows) * stepY,
      of: { id, box: tree.sizeOf(id), hangs: rows > 1 },
    })),
  }
}

/** From left to right, and on in the next row where the drawing would become too wide. */
function inRows(blocks: readonly Block[]): Block {
  let [area, widest] = [0, 0]
  for (const { width, height } of blocks) {
    area += (width + BRANCH_GAP.x) * (height + BRANCH_GAP.y)
    widest = Math.max(widest, width)
  }
  const widthMax = Math.max(widest, Math.sqrt(area * ASPECT))
  const packed: Block = { width: 0, height: 0, parts: [] }
  let [x, y, rowHeight] = [0, 0, 0]
  for (const block of blocks) {
    if (x > 0 && x + block.width > widthMax) {
      y += rowHeight + BRANCH_GAP.y
      x = 0
      rowHeight = 0
    }
    packed.parts.push({ x, y, of: block })
    rowHeight = Math.max(rowHeight, block.height)
    packed.width = Math.max(packed.width, x + block.width)
    packed.height = y + rowHeight
    x += block.width + BRANCH_GAP.x
  }
  return packed
}

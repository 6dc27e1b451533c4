import { BoxIndex } from './boxIndex.ts'
import { type Box, type Layout, type Point, parentsIn, type Size, SPACING, type VisibleTree } from './geometry.ts'
import { transposedLayout, transposedTree } from './transpose.ts'

/** Minimum space around a new node. */
const MARGIN = 14
const COLUMN_GAP = 2 * MARGIN
/** Search distance in steps of a card. If nothing is free, the node goes below the whole layout. */
const STEPS_MAX = 40

/**
 * Updates the layout without moving existing nodes. New or reparented nodes take the nearest free position beside their
 * sibling or below their parent.
 */
export function keepPlaces(before: Layout, tree: VisibleTree): Layout {
  if (before.direction === 'right') return transposedLayout(keepPlaces(transposedLayout(before), transposedTree(tree)))
  const layout: Layout = {
    kind: before.kind,
    direction: 'down',
    boxes: new Map(),
    parents: parentsIn(tree),
    hanging: new Set(),
  }
  const fresh: { id: string; parentId: string | null }[] = []
  for (const [id, parentId] of layout.parents) {
    const box = before.parents.get(id) === parentId ? before.boxes.get(id) : undefined
    if (box) {
      layout.boxes.set(id, resized(box, tree.sizeOf(id)))
      if (before.hanging.has(id)) layout.hanging.add(id)
    } else fresh.push({ id, parentId })
  }
  if (fresh.length === 0) return layout

  const taken = new BoxIndex(layout.boxes.values())
  for (const { id, parentId } of fresh) {
    const parent = parentId === null ? undefined : layout.boxes.get(parentId)
    const size = tree.sizeOf(id)
    const wanted = { ...wantedPlace(layout, tree.childrenOf(parentId), id, parent), ...size }
    const box = nearestFree(taken, wanted) ?? underEverything(layout, wanted)
    layout.boxes.set(id, box)
    taken.add(box)
  }
  return layout
}

const resized = (box: Box, size: Size): Box =>
  box.width === size.width && box.height === size.height ? box : { x: box.x, y: box.y, ...size }

/** Returns the position after the nearest earlier sibling, else below the parent, else the origin. */
function wantedPlace(layout: Layout, siblings: readonly string[], id: string, parent: Box | undefined): Point {
  const index = siblings.indexOf(id)
  const earlierId = siblings.slice(0, index).findLast((other) => layout.boxes.has(other))
  const earlier = earlierId === undefined ? undefined : layout.boxes.get(earlierId)
  if (earlier && earlierId !== undefined && layout.hanging.has(earlierId))
    return { x: earlier.x, y: earlier.y + earlier.height + COLUMN_GAP }
  if (earlier) return { x: earlier.x + earlier.width + SPACING.node, y: earlier.y }
  if (parent) return { x: parent.x, y: parent.y + parent.height + SPACING.rank }
  return { x: 0, y: 0 }
}

/** Searches in rings to the right, left and below, never above the wanted position. */
function nearestFree(taken: BoxIndex, wanted: Box): Box | undefined {
  const [stepX, stepY] = [wanted.width + COLUMN_GAP, wanted.height + COLUMN_GAP]
  for (let ring = 0; ring <= STEPS_MAX; ring++) {
    for (let down = 0; down <= ring; down++) {
      for (const across of down === ring ? range(ring) : [ring, -ring]) {
        const box = { ...wanted, x: wanted.x + across * stepX, y: wanted.y + down * stepY }
        if (taken.isFree(withMargin(box))) return box
      }
    }
  }
  return undefined
}

function underEverything({ boxes }: Layout, wanted: Box): Box {
  let bottom = 0
  for (const { y, height } of boxes.values()) bottom = Math.max(bottom, y + height)
  return { ...wanted, y: bottom + SPACING.rank }
}

/** Returns 0, 1, -1, 2, -2 and so on. */
const range = (most: number): number[] =>
  Array.from({ length: 2 * most + 1 }, (_, index) => (index % 2 === 1 ? (index + 1) / 2 : -index / 2))

const withMargin = ({ x, y, width, height }: Box): Box => ({
  x: x - MARGIN,
  y: y - MARGIN,
  width: width + 2 * MARGIN,
  height: height + 2 * MARGIN,
})

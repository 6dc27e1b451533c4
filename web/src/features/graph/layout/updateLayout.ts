import { type Box, type Layout, type Point, parentsIn, type Size, SPACING, type VisibleTree } from './geometry.ts'
import { BoxIndex } from './spatialIndex.ts'
import { transposedLayout, transposedTree } from './transpose.ts'

/** Minimum space around a new node. */
const MARGIN = 14
const COLUMN_GAP = 2 * MARGIN
interface Fresh {
  id: string
  parentId: string | null
}
/** Search distance in steps of a card. If nothing is free, the node goes below the whole layout. */
const STEPS_MAX = 40

/**
 * Updates the layout without moving existing nodes. A node that returns takes its old position if that is free. Other
 * new or reparented nodes take the nearest free one beside their sibling or below their parent; a reparented node takes
 * its branch along as it is.
 */
export function updateLayout(before: Layout, tree: VisibleTree): Layout {
  if (before.direction === 'right')
    return transposedLayout(updateLayout(transposedLayout(before), transposedTree(tree)))
  const layout: Layout = {
    kind: before.kind,
    direction: 'down',
    boxes: new Map(),
    parents: parentsIn(tree),
    hanging: new Set(),
    left: before.left,
  }
  const fresh: Fresh[] = []
  /** The moved node above each node that moves with it. */
  const carriers = new Map<string, string>()
  const carried = new Map<string, string[]>()
  for (const [id, parentId] of layout.parents) {
    const known = before.boxes.get(id)
    const box = before.parents.get(id) === parentId ? known : undefined
    const carrier = parentId === null ? undefined : carriers.get(parentId)
    if (known && !box) carriers.set(id, id)
    if (box && carrier !== undefined) {
      carriers.set(id, carrier)
      carried.set(carrier, [...(carried.get(carrier) ?? []), id])
      if (before.hanging.has(id)) layout.hanging.add(id)
    } else if (box) {
      layout.boxes.set(id, resized(box, tree.sizeOf(id)))
      if (before.hanging.has(id)) layout.hanging.add(id)
    } else fresh.push({ id, parentId })
  }
  if (layout.boxes.size < before.boxes.size) layout.left = placesLeft(before, layout.parents)
  if (fresh.length === 0) return layout

  const taken = new BoxIndex(layout.boxes.values())
  const oldPlace = ({ id, parentId }: Fresh) => {
    const place = before.left.get(id)
    return place?.parentId === parentId ? place : undefined
  }
  for (const node of [...fresh.filter(oldPlace), ...fresh.filter((node) => !oldPlace(node))]) {
    const { id, parentId } = node
    const parent = parentId === null ? undefined : layout.boxes.get(parentId)
    const size = tree.sizeOf(id)
    const place = oldPlace(node)
    const wanted = { ...(place?.box ?? wantedPlace(layout, tree.childrenOf(parentId), id, parent)), ...size }
    const branch = branchOf(before, id, carried.get(id) ?? [], wanted)
    const isBack = place !== undefined && taken.isFree(branch.extent)
    if (isBack && place.isHanging) layout.hanging.add(id)
    const free = isBack ? branch.extent : (nearestFree(taken, branch.extent) ?? underEverything(layout, branch.extent))
    const by = { x: free.x - branch.extent.x, y: free.y - branch.extent.y }
    for (const [partId, part] of branch.boxes) {
      const box = { ...resized(part, tree.sizeOf(partId)), x: part.x + by.x, y: part.y + by.y }
      layout.boxes.set(partId, box)
      taken.add(box)
    }
  }
  return layout
}

function placesLeft(before: Layout, parents: Layout['parents']): Layout['left'] {
  const places = new Map(before.left)
  for (const [id, box] of before.boxes) {
    const parentId = before.parents.get(id) ?? null
    if (parents.get(id) !== parentId) places.set(id, { box, parentId, isHanging: before.hanging.has(id) })
  }
  return places
}

/** A node at a wanted position with the nodes that it takes along, and the box around them all. */
function branchOf(before: Layout, id: string, carried: readonly string[], wanted: Box) {
  const boxes = new Map([[id, wanted]])
  const from = before.boxes.get(id)
  if (!from || carried.length === 0) return { boxes, extent: wanted }
  let [left, top, right, bottom] = [wanted.x, wanted.y, wanted.x + wanted.width, wanted.y + wanted.height]
  for (const partId of carried) {
    const part = before.boxes.get(partId)
    if (!part) continue
    const box = { ...part, x: part.x + wanted.x - from.x, y: part.y + wanted.y - from.y }
    boxes.set(partId, box)
    left = Math.min(left, box.x)
    top = Math.min(top, box.y)
    right = Math.max(right, box.x + box.width)
    bottom = Math.max(bottom, box.y + box.height)
  }
  return { boxes, extent: { x: left, y: top, width: right - left, height: bottom - top } }
}

/** Where the next child of a node would be placed. */
export function placeOfChild(layout: Layout, tree: VisibleTree, parentId: string, size: Size): Box | undefined {
  const newId = ''
  const withChild: VisibleTree = {
    count: tree.count + 1,
    childrenOf: (id) => (id === parentId ? [...tree.childrenOf(id), newId] : tree.childrenOf(id)),
    sizeOf: (id) => (id === newId ? size : tree.sizeOf(id)),
  }
  return updateLayout(layout, withChild).boxes.get(newId)
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

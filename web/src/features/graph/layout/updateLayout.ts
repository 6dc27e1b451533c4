import { around } from './extents.ts'
import {
  type Box,
  type Layout,
  type LayoutKind,
  type Point,
  parentsIn,
  type Size,
  SPACING,
  type VisibleTree,
} from './geometry.ts'
import { BoxIndex, overlap } from './spatialIndex.ts'
import { transposedBox, transposedLayout, transposedTree } from './transpose.ts'

/** Minimum space around a new node. */
const MARGIN = 14
const COLUMN_GAP = 2 * MARGIN
/** How far a node that is being typed is drawn from where it belongs, in steps of a card. */
const STEPS_MAX = 4
/** More new nodes at once are a new drawing. */
const FRESH_MAX = 12

interface Fresh {
  id: string
  parentId: string | null
}

/** Lays out all nodes again, in the given kind or the one that suits them. */
export type LayOutAgain = (kind: LayoutKind | undefined) => Layout

/**
 * Updates the layout without moving existing nodes, as long as new and reparented ones fit beside their last sibling or
 * below their parent, outside of other branches. Otherwise, and when siblings change their order, all nodes are laid out
 * again, around the parent of the first one that changed.
 */
export function updateLayout(before: Layout, tree: VisibleTree, layOutAgain: LayOutAgain): Layout {
  const parents = parentsIn(tree)
  if (before.replaced && isSame(before.replaced.parents, parents)) {
    const boxes = new Map([...before.replaced.boxes].map(([id, box]) => [id, resized(box, tree.sizeOf(id))]))
    return { ...before.replaced, boxes, relaid: Symbol('undone') }
  }
  const shuffled = findShuffled(before, parents)
  if (shuffled !== undefined) return relaid(before, layOutAgain(before.kind), shuffled)
  const placed = placeFresh(before, tree)
  if ('boxes' in placed) return placed
  const isMany = placed.count > FRESH_MAX
  return relaid(before, layOutAgain(isMany ? undefined : before.kind), placed.parentId)
}

/** A new layout in which a node stays where it was, or else most nodes stay near. */
function relaid(before: Layout, next: Layout, anchorId: string | null): Layout {
  const common = [...next.boxes].flatMap(([id, to]) => {
    const from = before.boxes.get(id)
    return from ? [{ id, x: from.x - to.x, y: from.y - to.y }] : []
  })
  const anchor = common.find(({ id }) => id === anchorId)
  const by = anchor ?? { x: median(common.map(({ x }) => x)), y: median(common.map(({ y }) => y)) }
  const boxes = new Map([...next.boxes].map(([id, box]) => [id, { ...box, x: box.x + by.x, y: box.y + by.y }]))
  return { ...next, boxes, relaid: Symbol('relaid'), replaced: { ...before, replaced: undefined } }
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const isSame = (a: Layout['parents'], b: Layout['parents']): boolean =>
  a.size === b.size && JSON.stringify([...a]) === JSON.stringify([...b])

/** A parent whose children are in another order than before, apart from those that came or went. */
function findShuffled(before: Layout, parents: Layout['parents']): string | null | undefined {
  const inOrder = (of: Layout['parents'], other: Layout['parents']) => {
    const children = new Map<string | null, string[]>()
    for (const [id, parentId] of of) if (other.get(id) === parentId) addTo(children, parentId, id)
    return children
  }
  const now = inOrder(parents, before.parents)
  for (const [parentId, ids] of inOrder(before.parents, parents)) {
    const order = now.get(parentId)
    if (ids.some((id, index) => order?.[index] !== id)) return parentId
  }
  return undefined
}

function addTo<K>(lists: Map<K, string[]>, key: K, id: string): void {
  const list = lists.get(key)
  if (list) list.push(id)
  else lists.set(key, [id])
}

/** Why nodes have to move: the parent of the first new one that does not fit. */
interface NoRoom {
  parentId: string | null
  /** How many nodes are new. */
  count: number
  /** The nearest free place, although it is inside of another branch. */
  nearest: Box | undefined
}

/**
 * Places new and reparented nodes without moving the others; with `isNearEnough` in the nearest free place if there is no
 * room where they belong.
 */
export function placeFresh(before: Layout, tree: VisibleTree, { isNearEnough = false } = {}): Layout | NoRoom {
  if (before.direction === 'right') {
    const placed = placeFresh(transposedLayout(before), transposedTree(tree), { isNearEnough })
    if ('boxes' in placed) return transposedLayout(placed)
    return { ...placed, nearest: placed.nearest && transposedBox(placed.nearest) }
  }
  const layout: Layout = {
    kind: before.kind,
    direction: 'down',
    boxes: new Map(),
    parents: parentsIn(tree),
    hanging: new Set(),
    left: before.left,
    relaid: before.relaid,
    replaced: before.replaced,
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
      addTo(carried, carrier, id)
      if (before.hanging.has(id)) layout.hanging.add(id)
    } else if (box) {
      layout.boxes.set(id, resized(box, tree.sizeOf(id)))
      if (before.hanging.has(id)) layout.hanging.add(id)
    } else fresh.push({ id, parentId })
  }
  if (layout.boxes.size < before.boxes.size) layout.left = placesLeft(before, layout.parents)
  if (fresh.length === 0) return layout

  const oldPlace = ({ id, parentId }: Fresh) => {
    const place = before.left.get(id)
    return place?.parentId === parentId ? place : undefined
  }
  const [returning, arriving] = [fresh.filter(oldPlace), fresh.filter((node) => !oldPlace(node))]
  const [first] = arriving
  if (first && arriving.length > FRESH_MAX)
    return { parentId: first.parentId, count: arriving.length, nearest: undefined }
  const taken = new BoxIndex(layout.boxes.values())
  const room = new Room(layout, tree)
  for (const node of [...returning, ...arriving]) {
    const { id, parentId } = node
    const parent = parentId === null ? undefined : layout.boxes.get(parentId)
    const size = tree.sizeOf(id)
    const place = oldPlace(node)
    const wanted = { ...(place?.box ?? wantedPlace(layout, tree.childrenOf(parentId), id, parent)), ...size }
    let branch = branchOf(before, id, carried.get(id) ?? [], wanted)
    const isBack = place !== undefined && taken.isFree(branch.extent)
    if (isBack && place.isHanging) layout.hanging.add(id)
    const isFree = (box: Box) => taken.isFree(withMargin(box))
    if (!isBack && (!isFree(branch.extent) || room.isCrowded(node, branch.extent))) {
      const near = nearest(branch.extent, isFree)
      if (!near || !isNearEnough) return { parentId, count: arriving.length, nearest: near }
      const by = { x: near.x - branch.extent.x, y: near.y - branch.extent.y }
      branch = branchOf(before, id, carried.get(id) ?? [], { ...wanted, x: wanted.x + by.x, y: wanted.y + by.y })
    }
    room.add(node, branch.extent)
    for (const [partId, part] of branch.boxes) {
      const box = resized(part, tree.sizeOf(partId))
      layout.boxes.set(partId, box)
      taken.add(box)
    }
  }
  return layout
}

/** The regions of the branches, which a new node must not make overlap. */
class Room {
  readonly #extents = new Map<string, Box>()
  readonly #parents: Layout['parents']
  readonly #tree: VisibleTree

  constructor({ boxes, parents }: Layout, tree: VisibleTree) {
    this.#parents = parents
    this.#tree = tree
    // Children come after their parents.
    for (const id of [...parents.keys()].reverse()) this.#grow(id, boxes.get(id))
  }

  /** Whether a node at a place makes its branch, or one above it, overlap a sibling that it has not overlapped so far. */
  isCrowded({ id, parentId }: Fresh, box: Box): boolean {
    let below = id
    for (let above = parentId; ; above = this.#parents.get(above) ?? null) {
      const before = below === id ? undefined : this.#extents.get(below)
      const after = around(before, box)
      for (const siblingId of this.#tree.childrenOf(above)) {
        const other = siblingId === below ? undefined : this.#extents.get(siblingId)
        if (other && after && overlap(other, after) && !(before && overlap(other, before))) return true
      }
      if (above === null) return false
      below = above
    }
  }

  add({ id, parentId }: Fresh, box: Box): void {
    this.#grow(id, box)
    for (let at = parentId; at !== null; at = this.#parents.get(at) ?? null) this.#grow(at, box)
  }

  #grow(id: string, box: Box | undefined): void {
    const extent = around(this.#extents.get(id), box)
    if (!extent) return
    this.#extents.set(id, extent)
    const parentId = this.#parents.get(id)
    if (parentId != null) this.#extents.set(parentId, around(this.#extents.get(parentId), extent) ?? extent)
  }
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

/** Where the next child of a node is drawn while it is typed. Undefined if no place is free near its siblings. */
export function placeOfChild(layout: Layout, tree: VisibleTree, parentId: string, size: Size): Box | undefined {
  const newId = ''
  const withChild: VisibleTree = {
    count: tree.count + 1,
    childrenOf: (id) => (id === parentId ? [...tree.childrenOf(id), newId] : tree.childrenOf(id)),
    sizeOf: (id) => (id === newId ? size : tree.sizeOf(id)),
  }
  const placed = placeFresh(layout, withChild)
  return 'boxes' in placed ? placed.boxes.get(newId) : placed.nearest
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
function nearest(wanted: Box, isFree: (box: Box) => boolean): Box | undefined {
  const [stepX, stepY] = [wanted.width + COLUMN_GAP, wanted.height + COLUMN_GAP]
  for (let ring = 0; ring <= STEPS_MAX; ring++) {
    for (let down = 0; down <= ring; down++) {
      for (const across of down === ring ? range(ring) : [ring, -ring]) {
        const box = { ...wanted, x: wanted.x + across * stepX, y: wanted.y + down * stepY }
        if (isFree(box)) return box
      }
    }
  }
  return undefined
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

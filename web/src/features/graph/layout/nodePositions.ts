import type { NodePositions } from '../../../view-state/nodePositions.ts'
import type { Box, Layout, Point, VisibleTree } from './geometry.ts'
import { type LayOutAgain, placeFresh, updateLayout } from './updateLayout.ts'

/** Applies manual positions to a layout. A moved node takes along its descendants without their own positions. */
export function applyNodePositions(layout: Layout, tree: VisibleTree, places: NodePositions): Layout {
  if (Object.keys(places).length === 0) return layout
  const moved: Layout = { ...layout, boxes: new Map(), hanging: new Set(layout.hanging) }
  const visit = (parentId: string | null, by: Point) => {
    for (const id of tree.childrenOf(parentId)) {
      const box = layout.boxes.get(id)
      if (!box) continue
      const place = places[id]
      const shift = place ? { x: place.x - box.x, y: place.y - box.y } : by
      if (place) moved.hanging.delete(id)
      moved.boxes.set(id, { ...box, x: box.x + shift.x, y: box.y + shift.y })
      visit(id, shift)
    }
  }
  visit(null, { x: 0, y: 0 })
  return moved
}

/**
 * Like `updateLayout`, but a new node keeps out of the way of nodes with manual positions, and is beside its siblings
 * where they are shown. The result is without manual positions, like `before`.
 */
export function updatePlacedLayout(
  before: Layout,
  tree: VisibleTree,
  places: NodePositions,
  layOutAgain: LayOutAgain,
): Layout {
  const usual = updateLayout(before, tree, layOutAgain)
  // Where all nodes are laid out again, manual positions do not matter.
  if (Object.keys(places).length === 0 || usual.relaid !== before.relaid) return usual
  const { boxes } = applyNodePositions(before, tree, places)
  /** How far the children of a node without positions of their own are from where the layout has them. */
  const shiftBelow = (id: string | null): Point =>
    shiftOf(id === null ? undefined : before.boxes.get(id), boxes.get(id ?? ''))
  const shown: Layout = {
    ...before,
    boxes: new Map([...before.boxes, ...boxes]),
    left: mapLeft(before.left, (box, parentId) => shifted(box, shiftBelow(parentId))),
  }
  const next = placeFresh(shown, tree, { isNearEnough: true })
  if (!('boxes' in next)) return usual
  const automatic = new Map<string, Box>()
  // Children come after their parents.
  for (const [id, parentId] of next.parents) {
    const box = next.boxes.get(id)
    const [known, was] = [before.boxes.get(id), shown.boxes.get(id)]
    if (!box) continue
    if (known && was && box.x === was.x && box.y === was.y) automatic.set(id, { ...box, x: known.x, y: known.y })
    else if (parentId === null) automatic.set(id, box)
    else automatic.set(id, shifted(box, shiftOf(next.boxes.get(parentId), automatic.get(parentId))))
  }
  return {
    ...next,
    boxes: automatic,
    left: mapLeft(next.left, (box, parentId) => {
      const { x, y } = shiftBelow(parentId)
      return shifted(box, { x: -x, y: -y })
    }),
  }
}

const shiftOf = (from: Point | undefined, to: Point | undefined): Point =>
  from && to ? { x: to.x - from.x, y: to.y - from.y } : { x: 0, y: 0 }

const shifted = (box: Box, by: Point): Box => ({ ...box, x: box.x + by.x, y: box.y + by.y })

const mapLeft = (left: Layout['left'], move: (box: Box, parentId: string | null) => Box): Layout['left'] =>
  new Map([...left].map(([id, place]) => [id, { ...place, box: move(place.box, place.parentId) }]))

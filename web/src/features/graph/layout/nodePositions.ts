import type { NodePositions } from '../../../view-state/nodePositions.ts'
import type { Layout, Point, VisibleTree } from './geometry.ts'

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

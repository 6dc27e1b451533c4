import { changeStored, readStored } from '../../../lib/storage.ts'
import type { Layout, Point, VisibleTree } from './geometry.ts'

/** The positions of manually moved nodes, by id. */
export type NodePositions = Readonly<Record<string, Point>>

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

/** Returns the positions with those of `ids` restored from `before`. */
export function withPositionsOf(ids: readonly string[], now: NodePositions, before: NodePositions): NodePositions {
  const next: Record<string, Point> = { ...now }
  for (const id of ids) {
    const place = before[id]
    if (place) next[id] = place
    else delete next[id]
  }
  return next
}

const keyOf = (planId: string) => `node_positions:${planId}`

/** Returns the positions stored in this browser. */
export const readNodePositions = (planId: string): NodePositions => parsePositions(readStored(keyOf(planId)))

function parsePositions(text: string | null): NodePositions {
  try {
    const stored: unknown = JSON.parse(text ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(Object.entries(stored).filter(([, place]) => isPoint(place)))
  } catch {
    return {} // Invalid, or in an old format.
  }
}

/** Stores this tab's changes and preserves those of other tabs. An empty `after` removes all positions. */
export function rememberNodePositions(planId: string, before: NodePositions, after: NodePositions): void {
  const isEmpty = Object.keys(after).length === 0
  const changed = Object.keys({ ...before, ...after }).filter((id) => before[id] !== after[id])
  changeStored(keyOf(planId), (text) => {
    const places = isEmpty ? {} : withPositionsOf(changed, parsePositions(text), after)
    return Object.keys(places).length === 0 ? null : JSON.stringify(places)
  })
}

const isPoint = (place: unknown): place is Point =>
  typeof place === 'object' &&
  place !== null &&
  Number.isFinite((place as Point).x) &&
  Number.isFinite((place as Point).y)

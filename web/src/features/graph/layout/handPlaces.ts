import { changeStored, readStored } from '../../../lib/storage.ts'
import type { Layout, Point, VisibleTree } from './geometry.ts'

/** The positions of manually moved nodes, by id. */
export type HandPlaces = Readonly<Record<string, Point>>

/** Applies manual positions to a layout. A moved node takes along its descendants without their own positions. */
export function withHandPlaces(layout: Layout, tree: VisibleTree, places: HandPlaces): Layout {
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
export function withPlacesOf(ids: readonly string[], now: HandPlaces, before: HandPlaces): HandPlaces {
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
export const readHandPlaces = (planId: string): HandPlaces => parsePlaces(readStored(keyOf(planId)))

function parsePlaces(text: string | null): HandPlaces {
  try {
    const stored: unknown = JSON.parse(text ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(Object.entries(stored).filter(([, place]) => isPoint(place)))
  } catch {
    return {} // Invalid, or in an old format.
  }
}

/** Stores this tab's changes and preserves those of other tabs. An empty `after` removes all positions. */
export function rememberHandPlaces(planId: string, before: HandPlaces, after: HandPlaces): void {
  const isEmpty = Object.keys(after).length === 0
  const changed = Object.keys({ ...before, ...after }).filter((id) => before[id] !== after[id])
  changeStored(keyOf(planId), (text) => {
    const places = isEmpty ? {} : withPlacesOf(changed, parsePlaces(text), after)
    return Object.keys(places).length === 0 ? null : JSON.stringify(places)
  })
}

const isPoint = (place: unknown): place is Point =>
  typeof place === 'object' &&
  place !== null &&
  Number.isFinite((place as Point).x) &&
  Number.isFinite((place as Point).y)

import { readStored, writeStored } from '../../../lib/storage.ts'
import type { Layout, Point, VisibleTree } from './geometry.ts'

/** Where people have dragged nodes, by id. */
export type HandPlaces = Readonly<Record<string, Point>>

/** Places given by hand win over the layout. A node that was moved takes along what hangs under it and has no place of its own. */
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

/** The places, with those of some nodes as they were before. */
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

/** What this browser remembers of the plan. */
export function readHandPlaces(planId: string): HandPlaces {
  try {
    const stored: unknown = JSON.parse(readStored(keyOf(planId)) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(Object.entries(stored).filter(([, place]) => isPoint(place)))
  } catch {
    return {} // not ours, or from another time
  }
}

/** Writes what this tab has changed on top of what other tabs have written meanwhile; no places at all forget theirs too. */
export function rememberHandPlaces(planId: string, before: HandPlaces, after: HandPlaces): void {
  const isEmpty = Object.keys(after).length === 0
  const changed = Object.keys({ ...before, ...after }).filter((id) => before[id] !== after[id])
  const places = isEmpty ? {} : withPlacesOf(changed, readHandPlaces(planId), after)
  writeStored(keyOf(planId), Object.keys(places).length === 0 ? null : JSON.stringify(places))
}

const isPoint = (place: unknown): place is Point =>
  typeof place === 'object' &&
  place !== null &&
  Number.isFinite((place as Point).x) &&
  Number.isFinite((place as Point).y)

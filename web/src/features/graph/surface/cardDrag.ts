import type { Point } from '../layout/geometry.ts'
import type { ViewStore } from '../view/viewStore.ts'
import type { Drag } from './presses.ts'

interface Options {
  /** The positions of the cards that are moved, by node id. */
  places: ReadonlyMap<string, Point>
  /** Where the pointer was pressed, in the window. */
  at: Point
  onMove: (moved: ReadonlyMap<string, Point>, pointer: Point) => void
  onDrop: (moved: ReadonlyMap<string, Point>) => void
  onCancel: () => void
}

/** Moves cards with the pointer, by whole px of the canvas. */
export function cardDrag(view: ViewStore, { places, at, onMove, onDrop, onCancel }: Options): Drag {
  const from = view.toCanvas(at)
  let moved: ReadonlyMap<string, Point> = new Map()
  return {
    move: (pointer) => {
      const to = view.toCanvas(pointer)
      const [across, down] = [Math.round(to.x - from.x), Math.round(to.y - from.y)]
      moved = new Map([...places].map(([id, { x, y }]) => [id, { x: x + across, y: y + down }]))
      onMove(moved, pointer)
    },
    end: () => onDrop(moved),
    cancel: onCancel,
  }
}

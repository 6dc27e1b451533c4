import { type Box, contains, type Point } from '../layout/geometry.ts'
import { nodesIn, type Scene } from '../paint/scene.ts'
import type { ViewStore } from '../view/viewStore.ts'
import type { Drag } from './presses.ts'

interface Options {
  /** Where the pointer was pressed, in the window. */
  at: Point
  /** Called with the box on the canvas, and with null when it is over. */
  onBox: (box: Box | null) => void
  onCancel: () => void
}

/** Draws a box on the canvas. */
export function selectionBox(view: ViewStore, { at, onBox, onCancel }: Options): Drag {
  const from = view.toCanvas(at)
  return {
    move: (pointer) => onBox(boxBetween(from, view.toCanvas(pointer))),
    end: () => onBox(null),
    cancel: () => {
      onBox(null)
      onCancel()
    },
  }
}

/** Returns the nodes that are wholly in a box. */
export const idsIn = (scene: Scene, box: Box): ReadonlySet<string> =>
  new Set(
    nodesIn(scene, box).filter((id) => {
      const card = scene.layout.boxes.get(id)
      return card !== undefined && contains(box, card)
    }),
  )

const boxBetween = (a: Point, b: Point): Box => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
})

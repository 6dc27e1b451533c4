import type { DrawnLine } from '../gestures/useDrafts.ts'
import type { Box, Point } from '../layout/geometry.ts'
import type { ViewStore } from '../view/viewStore.ts'
import type { Drag } from './presses.ts'
import { cardOf, targetOf } from './targetOf.ts'

/** A line that is being drawn from a card, on the canvas. */
export interface OpenLine {
  from: Point
  to: Point
  /** The side of the card on which it begins. */
  end: DrawnLine['end']
  /** The card under the pointer, with which it would connect. */
  overId: string | undefined
}

interface Options {
  line: DrawnLine
  /** The card from which it is drawn. */
  card: Box
  /** Called with null when it is over. */
  onLine: (line: OpenLine | null) => void
  /** Takes the position of the pointer in the window. */
  onDrop: (pointer: Point) => void
}

/** Draws a line from a card to the pointer. */
export function lineDrag(view: ViewStore, { line: { nodeId, end }, card, onLine, onDrop }: Options): Drag {
  const from = { x: card.x + (end === 'source' ? card.width : 0), y: card.y + card.height / 2 }
  return {
    move: (pointer) => {
      // All of a card takes a line, not only its handle.
      const overId = cardOf(targetOf(document.elementFromPoint(pointer.x, pointer.y)))
      onLine({ from, to: view.toCanvas(pointer), end, overId: overId === nodeId ? undefined : overId })
    },
    end: (pointer) => {
      onLine(null)
      onDrop(pointer)
    },
    cancel: () => onLine(null),
  }
}

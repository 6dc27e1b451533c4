import { flushSync } from 'react-dom'
import type { Point } from '../layout/geometry.ts'
import type { ViewStore } from '../view/viewStore.ts'
import type { Drag } from './presses.ts'

/** px from the edge of the view within which a drag moves the canvas. */
const EDGE = 40
/** The same over a card on which the drag can end, which would run away. */
const EDGE_AT_TARGET = 12
/** px per frame at the edge. */
const SPEED = 15

/** The same drag, which moves the canvas while the pointer is near the edge of the view. */
export function withEdgePan(view: ViewStore, drag: Drag, hasTarget: () => boolean): Drag {
  let pointer: Point = { x: 0, y: 0 }
  let frame = 0
  const step = () => {
    const at = view.pointOf(pointer)
    const { width, height } = view.get()
    const edge = hasTarget() ? EDGE_AT_TARGET : EDGE
    const by = { x: speedAt(at.x, width, edge), y: speedAt(at.y, height, edge) }
    frame = 0
    if (by.x === 0 && by.y === 0) return
    // In one frame. A card that follows one frame later would jitter.
    flushSync(() => {
      view.panBy(by)
      drag.move(pointer)
    })
    frame = requestAnimationFrame(step)
  }
  const stop = () => {
    cancelAnimationFrame(frame)
    frame = 0
  }
  return {
    move: (at) => {
      pointer = at
      drag.move(at)
      frame ||= requestAnimationFrame(step)
    },
    end: (at) => {
      stop()
      // The wheel may have moved the canvas since.
      drag.move(at)
      drag.end(at)
    },
    cancel: () => {
      stop()
      drag.cancel()
    },
  }
}

/** px per frame in one direction, which grows towards the edge. */
function speedAt(at: number, size: number, edge: number): number {
  if (at < edge) return (SPEED * Math.min(edge - at, edge)) / edge
  if (at > size - edge) return (-SPEED * Math.min(at - size + edge, edge)) / edge
  return 0
}

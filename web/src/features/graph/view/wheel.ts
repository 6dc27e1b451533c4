import { isMac } from '../../../lib/shortcuts.ts'
import type { Point } from '../layout/geometry.ts'
import type { ViewStore } from './viewStore.ts'

/** px of a line, in which some wheels count. */
const LINE = 20
/** How much a px, a line and a page zoom, as powers of 2. */
const ZOOM_STEPS = [0.002, 0.05, 1]
/** Trackpads of Macs send pinches as small turns of the wheel. */
const PINCH_FACTOR = isMac ? 10 : 1

type Turn = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/** How far a turn of the wheel moves the canvas, in px. With Shift, sideways: macOS does this itself. */
export function panOf({ deltaX, deltaY, deltaMode, shiftKey }: Turn): Point {
  const unit = deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1
  const isTurned = shiftKey && !isMac && deltaX === 0
  return isTurned ? { x: away(deltaY * unit), y: 0 } : { x: away(deltaX * unit), y: away(deltaY * unit) }
}

/** By which factor a turn of the wheel zooms. */
export const zoomOf = ({ deltaY, deltaMode, ctrlKey }: Turn): number =>
  2 ** (-deltaY * (ZOOM_STEPS[deltaMode] ?? 1) * (ctrlKey ? PINCH_FACTOR : 1))

/** Not -0. */
const away = (delta: number): number => 0 - delta

/** Moves or zooms a view with the wheel over an element. Ctrl, Cmd and pinches always zoom. Returns the function that ends this. */
export function followWheel(element: HTMLElement, view: ViewStore, wheelZooms: () => boolean): () => void {
  const handleWheel = (event: WheelEvent) => {
    // Else the browser would zoom the page, or go back to the previous one.
    event.preventDefault()
    if (event.ctrlKey || event.metaKey || wheelZooms())
      view.zoomTo(view.get().zoom * zoomOf(event), { at: view.pointOf({ x: event.clientX, y: event.clientY }) })
    else view.panBy(panOf(event))
  }
  element.addEventListener('wheel', handleWheel, { passive: false })
  return () => element.removeEventListener('wheel', handleWheel)
}

import type { Size } from './geometry.ts'

/** Cards say what matters down to this zoom. */
export const READABLE_ZOOM = 0.5
/** Of the viewport, around what "Fit" shows. */
const FIT_PADDING = 0.2

/** The zoom at which a drawing is in the viewport whole, with the padding of "Fit". */
export const fitZoom = (drawing: Size, viewport: Size): number =>
  Math.min(viewport.width / drawing.width, viewport.height / drawing.height) / (1 + FIT_PADDING)

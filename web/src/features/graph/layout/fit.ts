import type { Size } from './geometry.ts'

/** The smallest zoom at which cards are readable. */
export const READABLE_ZOOM = 0.5
/** Padding of "Fit view", as a part of the viewport. */
const FIT_PADDING = 0.2

/** Returns the zoom at which a whole layout fits the viewport with padding. */
export const fitZoom = (drawing: Size, viewport: Size): number =>
  Math.min(viewport.width / drawing.width, viewport.height / drawing.height) / (1 + FIT_PADDING)

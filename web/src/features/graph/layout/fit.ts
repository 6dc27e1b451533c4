import type { Size } from './geometry.ts'

/** The smallest zoom at which cards are readable. */
export const READABLE_ZOOM = 0.5
/** Padding of "Fit view", as a part of the viewport. */
const FIT_PADDING = 0.2

/** More px of padding at the bottom, where the toolbar is. */
export const FIT_BOTTOM = 24

/** Returns the zoom at which a whole layout fits the viewport with padding, above the toolbar. */
export const fitZoom = (drawing: Size, { width, height }: Size): number =>
  Math.min(width / drawing.width, Math.max(1, height - FIT_BOTTOM) / drawing.height) / (1 + FIT_PADDING)

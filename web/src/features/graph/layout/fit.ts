import type { Box, Size } from './geometry.ts'

/** The smallest zoom at which cards are readable. */
export const READABLE_ZOOM = 0.5
/** Padding of "Fit view", as a part of the viewport. */
const FIT_PADDING = 0.2

/** More px of padding at the bottom, where the toolbar is: in a low view the padding alone is lower than that. */
const FIT_BOTTOM = 24
const TOOLBAR = 68
const bottomOf = (height: number): number =>
  Math.max(FIT_BOTTOM, (TOOLBAR * 2 * (1 + FIT_PADDING) - height * FIT_PADDING) / (2 + FIT_PADDING))

/** The lower left corner of the legend, in px from that of the viewport. */
export const LEGEND_CORNER = { left: 12, bottom: 64 } as const
/** A legend that leaves less room than this, in px, covers what is fitted. */
const ROOM_MIN = 120

/** Returns the zoom at which a whole layout fits the viewport with padding, above the toolbar. */
export const fitZoom = (drawing: Size, { width, height }: Size): number =>
  Math.min(width / drawing.width, Math.max(1, height - bottomOf(height)) / drawing.height) / (1 + FIT_PADDING)

/** Returns the box that an open legend covers, in px of the viewport. */
export const legendBox = (legend: Size, viewport: Size): Box => ({
  x: LEGEND_CORNER.left,
  y: viewport.height - LEGEND_CORNER.bottom - legend.height,
  ...{ width: legend.width, height: legend.height },
})

/**
 * Returns a view that centers a whole region above the toolbar, at a zoom of at most 1. An open legend gets the room
 * that costs the least zoom: none if the region ends before it, otherwise the left or the bottom of the viewport.
 */
export function fittedView(region: Box, viewport: Size, legend: Size | null): { x: number; y: number; zoom: number } {
  const whole = centered(region, {
    x: 0,
    y: 0,
    width: viewport.width,
    height: viewport.height - bottomOf(viewport.height),
  })
  if (!legend) return whole
  const covered = legendBox(legend, viewport)
  const left = region.x * whole.zoom + whole.x
  const bottom = (region.y + region.height) * whole.zoom + whole.y
  if (left >= covered.x + covered.width || bottom <= covered.y) return whole
  const start = covered.x + covered.width
  const rooms: Box[] = [
    { x: start, y: 0, width: viewport.width - start, height: viewport.height - bottomOf(viewport.height) },
    { x: 0, y: 0, width: viewport.width, height: covered.y },
  ]
  const [best = whole] = rooms
    .filter(({ width, height }) => Math.min(width, height) >= ROOM_MIN)
    .map((room) => centered(region, room))
    .sort((a, b) => b.zoom - a.zoom)
  return best
}

function centered(region: Box, room: Box) {
  const across = room.width / region.width
  const down = Math.max(1, room.height) / region.height
  const zoom = Math.min(1, Math.min(across, down) / (1 + FIT_PADDING))
  return {
    x: room.x + room.width / 2 - (region.x + region.width / 2) * zoom,
    y: room.y + room.height / 2 - (region.y + region.height / 2) * zoom,
    zoom,
  }
}

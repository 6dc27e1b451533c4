import { type Box, contains, type Point, type Size } from '../layout/geometry.ts'

/** Where a view stands: a position on the canvas is at `position * zoom + (x, y)` of it. */
export interface Place extends Point {
  zoom: number
}

/** A view of the canvas, and its size in px. */
export interface View extends Place, Size {}

/** Whether two places look the same. */
export const isNear = (a: Place, b: Place): boolean =>
  Math.abs(a.x - b.x) < 1 && Math.abs(a.y - b.y) < 1 && Math.abs(a.zoom - b.zoom) < 0.001

/** Returns the region of the canvas that a view shows. */
export const regionOf = ({ x, y, zoom, width, height }: View): Box => ({
  x: -x / zoom,
  y: -y / zoom,
  width: width / zoom,
  height: height / zoom,
})

/** Whether nothing of an extent is outside the view. */
export const showsAll = (view: View, extent: Box): boolean => contains(regionOf(view), extent)

/** Returns the place with another zoom at which the canvas under `at`, a position in the view, stays there. */
export const zoomedAt = ({ x, y, zoom }: Place, to: number, at: Point): Place => ({
  x: at.x - ((at.x - x) * to) / zoom,
  y: at.y - ((at.y - y) * to) / zoom,
  zoom: to,
})

/** Returns the place with a zoom at which a position on the canvas is in the middle of the view. */
export const centeredOn = ({ width, height }: Size, { x, y }: Point, zoom: number): Place => ({
  x: width / 2 - x * zoom,
  y: height / 2 - y * zoom,
  zoom,
})

/** Returns the place after a share, from 0 to 1, of the way between two. One point of the canvas stays where it is. */
export function between(from: Place, to: Place, share: number): Place {
  if (share === 1) return to
  const zoom = from.zoom * (to.zoom / from.zoom) ** share
  const isZooming = Math.abs(to.zoom - from.zoom) > from.zoom / 1000
  const way = isZooming ? (zoom - from.zoom) / (to.zoom - from.zoom) : share
  return { x: from.x + (to.x - from.x) * way, y: from.y + (to.y - from.y) * way, zoom }
}

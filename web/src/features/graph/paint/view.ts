import type { Box } from '../layout/geometry.ts'

/** A viewport. A position on the canvas is at `position * zoom + (x, y)` on the screen. */
export interface View {
  x: number
  y: number
  zoom: number
  width: number
  height: number
}

/** Returns the region of the canvas that a view shows. */
export const regionOf = ({ x, y, zoom, width, height }: View): Box => ({
  x: -x / zoom,
  y: -y / zoom,
  width: width / zoom,
  height: height / zoom,
})

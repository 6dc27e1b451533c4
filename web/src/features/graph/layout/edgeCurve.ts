import type { Point } from './geometry.ts'

/** Nodes of a row that are further apart have a card between them. */
const BESIDE_MAX = 200
/** The most that the centers of nodes in one row differ. */
const SAME_ROW = 30
/** How far an edge bends below a row, enough to clear the tallest card. */
const SWING = 95
const SWING_BEND = 60
const BEND_MIN = 40

/** Returns the control points of the edge between two handles. Along a row it bends below the cards in between. */
export function edgeCurve(from: Point, to: Point): [Point, Point] {
  const across = to.x - from.x
  const isBeside = across >= 0 && across <= BESIDE_MAX
  const swings = !isBeside && Math.abs(to.y - from.y) < SAME_ROW
  const bend = swings ? SWING_BEND : Math.max(BEND_MIN, Math.abs(across) / 2)
  const down = swings ? SWING : 0
  return [
    { x: from.x + bend, y: from.y + down },
    { x: to.x - bend, y: to.y + down },
  ]
}

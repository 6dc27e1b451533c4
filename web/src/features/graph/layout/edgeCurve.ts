import type { Point } from './geometry.ts'

/** Further apart than this, there is a card between two nodes of a row. */
const BESIDE_MAX = 200
/** Nodes of one row differ by no more than this in their middle. */
const SAME_ROW = 30
/** How far the line is pulled below a row: it leaves the highest card above it. */
const SWING = 95
const SWING_BEND = 60
const BEND_MIN = 40

/** The two points that bend the line between two handles. Along a row it swings below the cards that stand between. */
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

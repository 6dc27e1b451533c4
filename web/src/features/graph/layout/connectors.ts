// The lines of the hierarchy: from a parent down to a bus above each row of children, and from there to each child.
import type { Box, Direction } from './geometry.ts'
import { transposedBox } from './transpose.ts'

/** The part of a canvas context or Path2D that the lines need. */
export type Pen = Pick<CanvasPath, 'moveTo' | 'lineTo' | 'bezierCurveTo'>

export interface Child {
  box: Box
  /** The region of its branch, if it has one: the trunk passes beside it. */
  extent?: Box | undefined
  /** Whether it is in a column of leaves, which shares one line at its left. */
  hangs: boolean
}

/** Distance from a bus to the row below. */
const DROP = 30
/** Maximum distance from a parent to the first bus, which is halfway for near children. */
const FIRST_BUS_MAX = 60
/** Distance from a column of leaves to its line. */
const COLUMN_LINE = 14
/** Distance from the children to the trunk, the line that leads down to further rows. */
const TRUNK = 30
/** Layouts put a node over the middle of its branch, within this. */
const OFF_MIDDLE_MAX = 50

/** Draws the lines from a parent to all of its children, which are below it or, with `right`, beside it. */
export function traceChildren(pen: Pen, parent: Box, children: readonly Child[], direction: Direction = 'down'): void {
  if (direction === 'right') {
    const turned = children.map(({ box, extent, hangs }) => ({
      box: transposedBox(box),
      extent: extent && transposedBox(extent),
      hangs,
    }))
    traceDown(transposedPen(pen), transposedBox(parent), turned)
  } else traceDown(pen, parent, children)
}

const transposedPen = (pen: Pen): Pen => ({
  moveTo: (x, y) => pen.moveTo(y, x),
  lineTo: (x, y) => pen.lineTo(y, x),
  bezierCurveTo: (ax, ay, bx, by, x, y) => pen.bezierCurveTo(ay, ax, by, bx, y, x),
})

function traceDown(pen: Pen, parent: Box, children: readonly Child[]): void {
  const from = { x: parent.x + parent.width / 2, y: parent.y + parent.height }
  const rows = new Map<number, number[]>()
  const addHead = (x: number, y: number) => {
    const row = rows.get(y)
    if (row) row.push(x)
    else rows.set(y, [x])
  }
  let left = from.x
  let columnX = Number.NaN
  /** The end of the column's line so far. */
  let railY = 0
  for (const { box, extent, hangs } of children) {
    if (box.y < from.y + DROP) {
      traceCurve(pen, from, box)
      continue
    }
    left = Math.min(left, leftOf(box, extent))
    const lineX = hangs ? box.x - COLUMN_LINE : box.x + box.width / 2
    const isHead = !hangs || lineX !== columnX || box.y < railY
    if (isHead) addHead(lineX, box.y)
    columnX = hangs ? lineX : Number.NaN
    if (hangs) {
      const middle = box.y + box.height / 2
      pen.moveTo(lineX, isHead ? box.y - DROP : railY)
      pen.lineTo(lineX, middle)
      pen.lineTo(box.x, middle)
      railY = middle
    }
  }
  traceRows(pen, from, rows, left - TRUNK)
}

/** The left edge of a branch. A card in it that was dragged away does not count: it would lead the trunk there. */
function leftOf(box: Box, extent: Box | undefined): number {
  if (!extent) return box.x
  const isInMiddle = box.x - extent.x <= (extent.width - box.width) / 2 + OFF_MIDDLE_MAX
  return isInMiddle ? extent.x : box.x
}

/** Draws the bus of each row. The first connects to the parent, further ones to a trunk at the left. */
function traceRows(pen: Pen, from: { x: number; y: number }, rows: Map<number, number[]>, trunkX: number): void {
  const tops = [...rows.keys()].sort((a, b) => a - b)
  const [first] = tops
  if (first === undefined) return
  const busOf = (top: number) => (top === first ? from.y + Math.min((top - from.y) / 2, FIRST_BUS_MAX) : top - DROP)
  for (const top of tops) {
    const heads = rows.get(top) ?? []
    const bus = busOf(top)
    const start = top === first ? from.x : trunkX
    pen.moveTo(Math.min(start, ...heads), bus)
    pen.lineTo(Math.max(start, ...heads), bus)
    for (const x of heads) {
      pen.moveTo(x, bus)
      pen.lineTo(x, top)
    }
  }
  pen.moveTo(from.x, from.y)
  pen.lineTo(from.x, busOf(first))
  const last = tops[tops.length - 1]
  if (last === undefined || last === first) return
  pen.moveTo(from.x, busOf(first))
  pen.lineTo(trunkX, busOf(first))
  pen.lineTo(trunkX, busOf(last))
}

/** Draws a curve to a child that was moved beside or above its parent. */
function traceCurve(pen: Pen, from: { x: number; y: number }, { x, y, width }: Box): void {
  const to = { x: x + width / 2, y }
  const bend = 80
  pen.moveTo(from.x, from.y)
  pen.bezierCurveTo(from.x, from.y + bend, to.x, to.y - bend, to.x, to.y)
}

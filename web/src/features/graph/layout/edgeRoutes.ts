// The lines of edges. They leave and arrive on the sides that face each other, next to each other where several share a
// side, and go around the cards in between.
import type { EdgeKind } from '@cairn/contract/api/edges'
import type { Box, Layout, Point } from './geometry.ts'

export interface RoutedEdge {
  id: string
  source_id: string
  target_id: string
  kind: EdgeKind
}

/** A Bézier curve from one card to another. */
export interface EdgeLine extends RoutedEdge {
  from: Point
  /** The control points. */
  a: Point
  b: Point
  to: Point
}

export type EdgeLines = ReadonlyMap<string, EdgeLine>

type Side = 'left' | 'right' | 'top' | 'bottom'
const OUTWARD: Record<Side, Point> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  top: { x: 0, y: -1 },
  bottom: { x: 0, y: 1 },
}

/** Cards that are further apart have another card between them. */
const BESIDE_MAX = 130
/** The most that the centers of cards in one row or column differ. */
const IN_LINE = 30
/** Between lines on one side of a card. */
const PORT_STEP = 12
/** From the corner of a card to the next line. */
const PORT_EDGE = 14
const BEND = { min: 20, max: 160 }
/** How far a line that goes around cards is drawn out: about three quarters of this is seen, in a gap of 28 px or more. */
const DETOUR = 30
/** Lines that go around the same cards are this far apart. */
const LANE_STEP = 7
const LANES = 3

const known = new WeakMap<readonly RoutedEdge[], { layout: Layout; lines: EdgeLines }>()

/** Returns the lines of edges between visible nodes, by edge id. The same map for the same edges and layout. */
export function routeEdges(edges: readonly RoutedEdge[], layout: Layout): EdgeLines {
  const before = known.get(edges)
  if (before?.layout === layout) return before.lines
  const lines = route(edges, layout)
  known.set(edges, { layout, lines })
  return lines
}

interface End {
  box: Box
  side: Side
  /** The other card, by which the lines of a side are ordered. */
  other: Box
  at: Point
}

function route(edges: readonly RoutedEdge[], { boxes }: Layout): EdgeLines {
  const sides = new Map<string, End[]>()
  const endAt = (nodeId: string, box: Box, side: Side, other: Box): End => {
    const end = { box, side, other, at: { x: 0, y: 0 } }
    const key = `${nodeId} ${side}`
    const ends = sides.get(key)
    if (ends) ends.push(end)
    else sides.set(key, [end])
    return end
  }
  const placed = edges.flatMap((edge) => {
    const source = boxes.get(edge.source_id)
    const target = boxes.get(edge.target_id)
    if (!source || !target) return []
    const { leaves, arrives, isDetour } = facing(source, target)
    const from = endAt(edge.source_id, source, leaves, target)
    return [{ edge, from, to: endAt(edge.target_id, target, arrives, source), isDetour }]
  })
  for (const ends of sides.values()) spread(ends)

  const lines = new Map<string, EdgeLine>()
  let lane = 0
  for (const { edge, from, to, isDetour } of placed) {
    const reach = isDetour ? DETOUR + (lane++ % LANES) * LANE_STEP : bendOf(from.at, to.at)
    const { id, source_id, target_id, kind } = edge
    const controls = isDetour ? detour(from, to, reach) : { a: pulled(from, reach), b: pulled(to, reach) }
    lines.set(id, { id, source_id, target_id, kind, from: from.at, ...controls, to: to.at })
  }
  return lines
}

/** The sides on which a line leaves and arrives, and whether it has to go around cards between the two. */
export function facing(source: Box, target: Box): { leaves: Side; arrives: Side; isDetour: boolean } {
  const right = target.x - (source.x + source.width)
  const left = source.x - (target.x + target.width)
  const below = target.y - (source.y + source.height)
  const above = source.y - (target.y + target.height)
  const isRow = Math.abs(centerOf(source).y - centerOf(target).y) < IN_LINE
  if (Math.max(right, left) >= 0) {
    if (isRow && Math.max(right, left) > BESIDE_MAX) return { leaves: 'bottom', arrives: 'bottom', isDetour: true }
    return right >= 0
      ? { leaves: 'right', arrives: 'left', isDetour: false }
      : { leaves: 'left', arrives: 'right', isDetour: false }
  }
  if (Math.max(below, above) > BESIDE_MAX) return { leaves: 'right', arrives: 'right', isDetour: true }
  return below >= above
    ? { leaves: 'bottom', arrives: 'top', isDetour: false }
    : { leaves: 'top', arrives: 'bottom', isDetour: false }
}

const centerOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 })

/** Puts the lines of one side next to each other around its middle, in the order of the cards at their other ends. */
function spread(ends: End[]): void {
  const [first] = ends
  if (!first) return
  const { box, side } = first
  const isUpright = side === 'left' || side === 'right'
  const length = isUpright ? box.height : box.width
  const step = Math.min(PORT_STEP, Math.max(0, length - 2 * PORT_EDGE) / Math.max(1, ends.length - 1))
  const orderOf = ({ other }: End) => (isUpright ? centerOf(other).y : centerOf(other).x)
  ends.sort((a, b) => orderOf(a) - orderOf(b))
  for (const [index, end] of ends.entries()) {
    const along = (index - (ends.length - 1) / 2) * step
    const middle = centerOf(box)
    const out = OUTWARD[side]
    end.at = {
      x: middle.x + (out.x * box.width) / 2 + (isUpright ? 0 : along),
      y: middle.y + (out.y * box.height) / 2 + (isUpright ? along : 0),
    }
  }
}

const bendOf = (from: Point, to: Point): number =>
  Math.min(BEND.max, Math.max(BEND.min, Math.hypot(to.x - from.x, to.y - from.y) / 2.5))

const pulled = ({ at, side }: End, reach: number): Point => ({
  x: at.x + OUTWARD[side].x * reach,
  y: at.y + OUTWARD[side].y * reach,
})

/** Control points on one straight line beyond both cards, so that the curve passes everything between them. */
function detour(from: End, to: End, reach: number): { a: Point; b: Point } {
  const out = OUTWARD[from.side]
  const level = out.x === 0 ? Math.max(from.at.y, to.at.y) + reach : Math.max(from.at.x, to.at.x) + reach
  return out.x === 0
    ? { a: { x: from.at.x, y: level }, b: { x: to.at.x, y: level } }
    : { a: { x: level, y: from.at.y }, b: { x: level, y: to.at.y } }
}

/** The curve as the `d` of an SVG path. */
export const pathData = ({ from, a, b, to }: EdgeLine): string =>
  `M${from.x},${from.y} C${a.x},${a.y} ${b.x},${b.y} ${to.x},${to.y}`

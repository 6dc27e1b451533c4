// The lines of edges. They leave and arrive on the sides that face each other, next to each other where several share a
// side, and go around the cards in between.
import type { EdgeKind } from '@cairn/contract/api/edges'
import type { Box, Layout, Point } from './geometry.ts'
import { BoxIndex } from './spatialIndex.ts'

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
/** Edges that look for a way around other cards; with more, that would take longer than a frame. */
const SEARCHING_MAX = 200
/** Where a curve is checked for cards, as parts of its length. */
const CHECKS = Array.from({ length: 39 }, (_, index) => (index + 1) / 40)

/** The sides on which a line leaves and arrives, and how far it is drawn out if it goes around the cards between the two. */
interface Way {
  leaves: Side
  arrives: Side
  reach?: number
}
/** What is tried when the usual way leads through other cards, the shortest first. */
const WAYS: readonly Way[] = [
  ...[DETOUR, 5 * DETOUR].flatMap((reach) =>
    (['right', 'bottom', 'left', 'top'] as const).map((side) => ({ leaves: side, arrives: side, reach })),
  ),
  ...(['right', 'left'] as const).flatMap((across) =>
    (['bottom', 'top'] as const).flatMap((down): Way[] => [
      { leaves: across, arrives: down },
      { leaves: down, arrives: across },
    ]),
  ),
  { leaves: 'right', arrives: 'left' },
  { leaves: 'left', arrives: 'right' },
  { leaves: 'bottom', arrives: 'top' },
  { leaves: 'top', arrives: 'bottom' },
]

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
  const cards = edges.length <= SEARCHING_MAX ? new BoxIndex(boxes.values()) : null
  const placed = edges.flatMap((edge) => {
    const source = boxes.get(edge.source_id)
    const target = boxes.get(edge.target_id)
    if (!source || !target) return []
    const usual = facing(source, target)
    const { leaves, arrives, reach } = cards ? clearest(usual, source, target, cards) : usual
    const from = endAt(edge.source_id, source, leaves, target)
    return [{ edge, from, to: endAt(edge.target_id, target, arrives, source), reach }]
  })
  for (const ends of sides.values()) spread(ends)

  const lines = new Map<string, EdgeLine>()
  let lane = 0
  for (const { edge, from, to, reach } of placed) {
    const { id, source_id, target_id, kind } = edge
    const controls = controlsOf(from, to, reach === undefined ? undefined : reach + (lane++ % LANES) * LANE_STEP)
    lines.set(id, { id, source_id, target_id, kind, from: from.at, ...controls, to: to.at })
  }
  return lines
}

/** The usual way, or the one that leads through the fewest cards if that leads through some. */
function clearest(usual: Way, source: Box, target: Box, cards: BoxIndex): Way {
  const crossed = ({ leaves, arrives, reach }: Way): number => {
    const from = { side: leaves, at: middleOf(source, leaves) }
    const to = { side: arrives, at: middleOf(target, arrives) }
    const curve = { from: from.at, ...controlsOf(from, to, reach), to: to.at }
    return new Set(CHECKS.flatMap((share) => cards.boxAt(pointAt(curve, share)) ?? [])).size
  }
  let best = { way: usual, count: crossed(usual) }
  for (const way of WAYS) {
    if (best.count === 0) break
    const count = crossed(way)
    if (count < best.count) best = { way, count }
  }
  return best.way
}

function pointAt({ from, a, b, to }: Pick<EdgeLine, 'from' | 'a' | 'b' | 'to'>, share: number): Point {
  const rest = 1 - share
  const mix = (key: 'x' | 'y') =>
    rest ** 3 * from[key] + 3 * rest ** 2 * share * a[key] + 3 * rest * share ** 2 * b[key] + share ** 3 * to[key]
  return { x: mix('x'), y: mix('y') }
}

/** The usual way. */
function facing(source: Box, target: Box): Way {
  const right = target.x - (source.x + source.width)
  const left = source.x - (target.x + target.width)
  const below = target.y - (source.y + source.height)
  const above = source.y - (target.y + target.height)
  const isRow = Math.abs(centerOf(source).y - centerOf(target).y) < IN_LINE
  if (Math.max(right, left) >= 0) {
    if (isRow && Math.max(right, left) > BESIDE_MAX) return { leaves: 'bottom', arrives: 'bottom', reach: DETOUR }
    return right >= 0 ? { leaves: 'right', arrives: 'left' } : { leaves: 'left', arrives: 'right' }
  }
  if (Math.max(below, above) > BESIDE_MAX) return { leaves: 'right', arrives: 'right', reach: DETOUR }
  return below >= above ? { leaves: 'bottom', arrives: 'top' } : { leaves: 'top', arrives: 'bottom' }
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
    const { x, y } = middleOf(box, side)
    end.at = isUpright ? { x, y: y + along } : { x: x + along, y }
  }
}

function middleOf(box: Box, side: Side): Point {
  const { x, y } = centerOf(box)
  const out = OUTWARD[side]
  return { x: x + (out.x * box.width) / 2, y: y + (out.y * box.height) / 2 }
}

type Port = Pick<End, 'side' | 'at'>

/** `reach` is that of a detour. */
function controlsOf(from: Port, to: Port, reach: number | undefined): { a: Point; b: Point } {
  if (reach !== undefined) return detour(from, to, reach)
  const bend = bendOf(from.at, to.at)
  return { a: pulled(from, bend), b: pulled(to, bend) }
}

const bendOf = (from: Point, to: Point): number =>
  Math.min(BEND.max, Math.max(BEND.min, Math.hypot(to.x - from.x, to.y - from.y) / 2.5))

const pulled = ({ at, side }: Port, reach: number): Point => ({
  x: at.x + OUTWARD[side].x * reach,
  y: at.y + OUTWARD[side].y * reach,
})

/** Control points on one straight line beyond both cards, so that the curve passes everything between them. */
function detour(from: Port, to: Port, reach: number): { a: Point; b: Point } {
  const { x, y } = OUTWARD[from.side]
  const furthest = x + y > 0 ? Math.max : Math.min
  const level = (x === 0 ? furthest(from.at.y, to.at.y) : furthest(from.at.x, to.at.x)) + (x + y) * reach
  return x === 0
    ? { a: { x: from.at.x, y: level }, b: { x: to.at.x, y: level } }
    : { a: { x: level, y: from.at.y }, b: { x: level, y: to.at.y } }
}

/** The curve as the `d` of an SVG path. */
export const pathData = ({ from, a, b, to }: EdgeLine): string =>
  `M${from.x},${from.y} C${a.x},${a.y} ${b.x},${b.y} ${to.x},${to.y}`

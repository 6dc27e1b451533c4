import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EdgeLine, type RoutedEdge, routeEdges } from './edgeRoutes.ts'
import type { Box, Layout, Point } from './geometry.ts'

const at = (x: number, y: number): Box => ({ x, y, width: 240, height: 80 })

function layoutOf(boxes: Record<string, Box>): Layout {
  return {
    kind: 'compact',
    direction: 'down',
    boxes: new Map(Object.entries(boxes)),
    parents: new Map(),
    hanging: new Set(),
    left: new Map(),
  }
}

const edge = (source_id: string, target_id: string, id = `${source_id}-${target_id}`): RoutedEdge => ({
  ...{ id, source_id, target_id },
  kind: 'dependency',
})

function lineOf(source: Box, target: Box): EdgeLine {
  const line = routeEdges([edge('a', 'b')], layoutOf({ a: source, b: target })).get('a-b')
  if (!line) throw new Error('The edge has no line')
  return line
}

/** Points of the curve, without its ends. */
function pointsOf({ from, a, b, to }: EdgeLine): Point[] {
  const mix = (t: number, key: 'x' | 'y') =>
    (1 - t) ** 3 * from[key] + 3 * (1 - t) ** 2 * t * a[key] + 3 * (1 - t) * t ** 2 * b[key] + t ** 3 * to[key]
  return Array.from({ length: 49 }, (_, i) => ({ x: mix((i + 1) / 50, 'x'), y: mix((i + 1) / 50, 'y') }))
}

const isInside = ({ x, y }: Point, box: Box): boolean =>
  x > box.x + 1 && x < box.x + box.width - 1 && y > box.y + 1 && y < box.y + box.height - 1

describe('a column of leaves, 28 px apart', () => {
  it('connects neighbors by a line through the gap', () => {
    const line = lineOf(at(0, 0), at(0, 108))
    expect([line.from, line.to]).toEqual([
      { x: 120, y: 80 },
      { x: 120, y: 108 },
    ])
  })

  it('goes around the cards between two others, in the gap beside the column', () => {
    const line = lineOf(at(0, 0), at(0, 324))
    for (const point of pointsOf(line)) {
      for (const y of [0, 108, 216, 324]) expect(isInside(point, at(0, y))).toBe(false)
      expect(point.x).toBeLessThan(240 + 32)
    }
  })
})

it('connects neighbors in a row by a straight line', () => {
  const { from, a, b, to } = lineOf(at(0, 0), at(320, 0))
  expect([from.y, a.y, b.y, to.y]).toEqual([40, 40, 40, 40])
  expect(from.x).toBeLessThan(to.x)
})

it('passes below the cards between two others of a row', () => {
  for (const [source, target] of [
    [at(0, 0), at(640, 0)],
    [at(640, 0), at(0, 0)],
  ] as const)
    for (const point of pointsOf(lineOf(source, target))) expect(isInside(point, at(320, 0))).toBe(false)
})

const boxes = fc.record({ x: fc.integer({ min: -2_000, max: 2_000 }), y: fc.integer({ min: -2_000, max: 2_000 }) })

it('leaves and arrives on the border of its cards, and enters neither', () => {
  fc.assert(
    fc.property(boxes, boxes, (one, other) => {
      const [source, target] = [at(one.x, one.y), at(other.x, other.y)]
      fc.pre(Math.abs(one.x - other.x) > 260 || Math.abs(one.y - other.y) > 100)
      const line = lineOf(source, target)
      const isOnBorder = ({ x, y }: Point, box: Box) =>
        x === box.x || x === box.x + box.width || y === box.y || y === box.y + box.height
      expect(isOnBorder(line.from, source) && isOnBorder(line.to, target)).toBe(true)
      for (const point of pointsOf(line)) expect(isInside(point, source) || isInside(point, target)).toBe(false)
    }),
  )
})

it('leads around other cards where there is a way', () => {
  // The direct line between the two crosses the card in the middle.
  const cards = { a: at(0, 0), middle: at(400, 60), b: at(800, 120) }
  const line = routeEdges([edge('a', 'b')], layoutOf(cards)).get('a-b')
  if (!line) throw new Error('The edge has no line')

  for (const point of pointsOf(line)) for (const card of Object.values(cards)) expect(isInside(point, card)).toBe(false)
})

it('crosses no more cards than the line that knows only its ends', () => {
  const column = fc.integer({ min: 0, max: 5 })
  const row = fc.integer({ min: 0, max: 7 })
  fc.assert(
    fc.property(column, row, column, row, (x1, y1, x2, y2) => {
      fc.pre(x1 !== x2 || y1 !== y2)
      const grid = Array.from({ length: 48 }, (_, index) => [index % 6, Math.floor(index / 6)] as const)
      const cards = Object.fromEntries(grid.map(([x, y]) => [`${x} ${y}`, at(x * 272, y * 108)]))
      const ends = edge(`${x1} ${y1}`, `${x2} ${y2}`)
      const crossed = (line: EdgeLine | undefined) =>
        Object.values(cards).filter((card) => line && pointsOf(line).some((point) => isInside(point, card))).length
      const alone = { [ends.source_id]: at(x1 * 272, y1 * 108), [ends.target_id]: at(x2 * 272, y2 * 108) }

      const [around, direct] = [cards, alone].map((known) => routeEdges([ends], layoutOf(known)).get(ends.id))
      expect(crossed(around)).toBeLessThanOrEqual(crossed(direct) + 1)
    }),
  )
})

it('gives each line of a side a place of its own, in the order of the other ends', () => {
  const targets = [300, 150, -300, 600].map((y, index) => [`t${index}`, at(900, y)] as const)
  const edges = targets.map(([id]) => edge('a', id))
  const lines = routeEdges(edges, layoutOf({ a: at(0, 0), ...Object.fromEntries(targets) }))

  const starts = edges
    .map(({ id, target_id }) => ({ from: lines.get(id)?.from.y ?? 0, to: Number(target_id.slice(1)) }))
    .map(({ from, to }) => ({ from, y: targets[to]?.[1].y ?? 0 }))
    .sort((one, two) => one.y - two.y)
    .map(({ from }) => from)
  expect(new Set(starts).size).toBe(4)
  expect([...starts].sort((one, two) => one - two)).toEqual(starts)
})

it('has no line for an edge whose node is not shown, and the same lines for the same layout', () => {
  const edges = [edge('a', 'gone')]
  const layout = layoutOf({ a: at(0, 0) })
  expect(routeEdges(edges, layout).size).toBe(0)
  expect(routeEdges(edges, layout)).toBe(routeEdges(edges, layout))
})

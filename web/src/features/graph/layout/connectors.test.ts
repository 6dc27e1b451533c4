import { expect, it } from 'vitest'
import { many, task, treeOf } from '../../../test/visibleTree.ts'
import { nodesIn } from '../paint/scene.ts'
import { type Child, type Pen, traceChildren } from './connectors.ts'
import { extentsOf } from './extents.ts'
import type { Box, Point } from './geometry.ts'
import { layOut } from './layout.ts'

const VIEWPORT = { width: 1200, height: 800 }

/** The ends and points of the lines. */
function record(parent: Box, children: readonly Child[]) {
  const lines: Point[][] = []
  const pen: Pen = {
    moveTo: (x, y) => lines.push([{ x, y }]),
    lineTo: (x, y) => lines.at(-1)?.push({ x, y }),
    bezierCurveTo: (_a, _b, _c, _d, x, y) => lines.at(-1)?.push({ x, y }),
  }
  traceChildren(pen, parent, children)
  return lines
}

const at = (x: number, y: number): Box => ({ x, y, width: 200, height: 80 })
const parent = at(400, 0)

it('connects to the top of every child', () => {
  const children = [at(0, 200), at(400, 200), at(800, 200)].map((box) => ({ box, hangs: false }))

  const ends = record(parent, children).map((line) => line.at(-1))

  for (const { box } of children) expect(ends).toContainEqual({ x: box.x + 100, y: 200 })
  expect(record(parent, children)).toContainEqual([
    { x: 500, y: 80 },
    { x: 500, y: 140 },
  ])
})

it('connects to the left of leaves in a column', () => {
  const children = [at(0, 200), at(0, 308), at(0, 416)].map((box) => ({ box, hangs: true }))

  const ends = record(parent, children).map((line) => line.at(-1))

  expect(ends).toEqual(expect.arrayContaining([240, 348, 456].map((y) => ({ x: 0, y }))))
})

it('draws the rail of a column without a gap, from the bus to the last leaf', () => {
  const children = [at(0, 200), at(0, 308), at(0, 416)].map((box) => ({ box, hangs: true }))

  const rail = record(parent, children)
    .flatMap((line) => line.slice(1).map((to, i) => [line[i], to] as const))
    .filter(([from, to]) => from?.x === -14 && to.x === -14)
    .map(([from, to]) => [from?.y, to.y])

  expect(rail.slice(0, 3)).toEqual([
    [170, 240],
    [240, 348],
    [348, 456],
  ])
})

it('reaches the next row beside the first', () => {
  const children = [at(0, 200), at(400, 200), at(0, 500)].map((box) => ({ box, hangs: false }))

  const lines = record(parent, children)

  expect(lines).toContainEqual(expect.arrayContaining([{ x: -30, y: 470 }]))
  expect(lines.map((line) => line.at(-1))).toContainEqual({ x: 100, y: 500 })
})

it('reaches the next row beside the branches of the first', () => {
  const extent = { x: -150, y: 200, width: 500, height: 200 }
  const children = [{ box: at(0, 200), extent }, { box: at(400, 200) }, { box: at(0, 500) }]

  const lines = record(
    parent,
    children.map((child) => ({ ...child, hangs: false })),
  )

  expect(lines).toContainEqual(expect.arrayContaining([{ x: -180, y: 470 }]))
})

it('curves to a child above its parent', () => {
  expect(record(parent, [{ box: at(900, -300), hangs: false }])).toEqual([
    [
      { x: 500, y: 80 },
      { x: 1000, y: -300 },
    ],
  ])
})

it('finds exactly the nodes in a region', () => {
  const tree = treeOf([{ type: 'root', children: many(6, () => ({ type: 'phase', children: many(40, task) })) }])
  const layout = layOut(tree, { viewport: VIEWPORT })
  const scene = { layout, tree, extents: extentsOf(layout, tree) }
  const region = { x: 700, y: 300, width: 900, height: 600 }

  const expected = [...layout.boxes]
    .filter(([, { x, y, width, height }]) => x < 1600 && x + width > 700 && y < 900 && y + height > 300)
    .map(([id]) => id)

  expect(nodesIn(scene, region).sort()).toEqual(expected.sort())
  expect(expected.length).toBeGreaterThan(5)
})

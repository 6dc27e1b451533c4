import { NODE_TYPES } from '@cairn/contract/api/nodes'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { many, overlaps, type Shape, task, treeOf } from '../../../test/visibleTree.ts'
import { type Box, type Layout, SPACING, type VisibleTree } from './geometry.ts'
import { layOut } from './layout.ts'

const VIEWPORT = { width: 1200, height: 800 }

const type = fc.constantFrom(...NODE_TYPES)
const shapes = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.record({
    type,
    children: fc.oneof(
      { maxDepth: 5, depthSize: 'medium' },
      fc.constant<Shape[]>([]),
      fc.array(tie('shape'), { maxLength: 9 }),
    ),
  }),
})).shape
const trees = fc.array(shapes, { maxLength: 12 }).map(treeOf)

/** A root with phases of tasks, some of which have subtasks. */
const plan = (phases: number, tasks: number, subtasks: number): VisibleTree =>
  treeOf([
    {
      type: 'root',
      children: many(phases, () => ({
        type: 'phase',
        children: many(tasks, (i) => ({ type: 'task', children: i % 3 === 0 ? many(subtasks, task) : [] })),
      })),
    },
  ])

const widthOf = ({ boxes }: Layout): number => {
  const all = [...boxes.values()]
  return Math.max(...all.map(({ x, width }) => x + width)) - Math.min(...all.map(({ x }) => x))
}

it.each(['tidy', 'compact'] as const)('places all nodes of any tree without overlaps (%s)', (kind) => {
  fc.assert(
    fc.property(trees, (tree) => {
      const layout = layOut(tree, { viewport: VIEWPORT, kind })

      expect(layout.boxes.size).toBe(tree.count)
      expect(overlaps(layout)).toEqual([])
      const order = [...layout.boxes.keys()]
      for (const [id, box] of layout.boxes) {
        for (const childId of tree.childrenOf(id)) expect(order.indexOf(childId)).toBeGreaterThan(order.indexOf(id))
        expect(box).toMatchObject(tree.sizeOf(id))
        for (const childId of tree.childrenOf(id)) expect(layout.boxes.get(childId)?.y).toBeGreaterThan(box.y)
      }
      expect(layOut(tree, { viewport: VIEWPORT, kind })).toEqual(layout)
    }),
  )
})

it('gives each branch of the standard layout its own columns', () => {
  fc.assert(
    fc.property(trees, (tree) => {
      const layout = layOut(tree, { viewport: VIEWPORT, kind: 'tidy' })
      const spanOf = (id: string): [number, number] => {
        const { x, width } = layout.boxes.get(id) as Box
        const spans = tree.childrenOf(id).map(spanOf)
        return [Math.min(x, ...spans.map(([left]) => left)), Math.max(x + width, ...spans.map(([, right]) => right))]
      }
      const checkRow = (ids: readonly string[]): void => {
        const spans = ids.map(spanOf)
        for (const [index, [left]] of spans.entries())
          if (index > 0) expect(left).toBeGreaterThanOrEqual((spans[index - 1]?.[1] ?? 0) + SPACING.node - 0.001)
        for (const id of ids) checkRow(tree.childrenOf(id))
      }
      checkRow(tree.childrenOf(null))
    }),
  )
})

it('uses the specified distances in a small plan', () => {
  const layout = layOut(plan(2, 2, 2), { viewport: VIEWPORT })
  const box = (id: string) => layout.boxes.get(id) as Box

  expect(box('0.0').y - (box('0').y + box('0').height)).toBe(120)
  expect(box('0.0.0').y - (box('0.0').y + box('0.0').height)).toBe(120)
  expect(box('0.0.0.1').x - (box('0.0.0.0').x + box('0.0.0.0').width)).toBe(80)
  const center = ({ x, width }: Box) => x + width / 2
  expect(center(box('0'))).toBeCloseTo((center(box('0.0')) + center(box('0.1'))) / 2)
  expect(layout.hanging.size).toBe(0)
})

it('becomes compact above 150 nodes, and then about as wide as it is high', () => {
  const tree = plan(10, 60, 22)
  expect(tree.count).toBeGreaterThan(4_000)

  const compact = layOut(tree, { viewport: VIEWPORT })

  expect(widthOf(compact)).toBeLessThan(widthOf(layOut(tree, { viewport: VIEWPORT, kind: 'tidy' })) / 30)
  expect(compact.hanging.size).toBeGreaterThan(1_000)
})

it('places the leaves of a block from top to bottom, column by column', () => {
  const layout = layOut(treeOf([{ type: 'phase', children: many(12, task) }]), { viewport: VIEWPORT, kind: 'compact' })
  const column = many(12, task).map((_, index) => layout.boxes.get(`0.${index}`)?.x)

  expect([...column].sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual(column)
  expect(new Set(column).size).toBeGreaterThan(1)
  expect(new Set(column).size).toBeLessThan(12)
})

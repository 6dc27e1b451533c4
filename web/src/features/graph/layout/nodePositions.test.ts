import fc from 'fast-check'
import { expect, it } from 'vitest'
import { many, task, treeOf } from '../../../test/visibleTree.ts'
import { extentsOf } from './extents.ts'
import type { LayoutKind } from './geometry.ts'
import { layOut } from './layout.ts'
import { applyNodePositions, updatePlacedLayout } from './nodePositions.ts'
import { overlap } from './spatialIndex.ts'

const VIEWPORT = { width: 1200, height: 800 }

const tree = treeOf([{ type: 'root', children: many(2, () => ({ type: 'phase', children: many(2, task) })) }])

it('moves a dragged node with its descendants, and nothing else', () => {
  const layout = layOut(tree, { viewport: VIEWPORT })
  const start = layout.boxes.get('0.1') ?? { x: 0, y: 0 }

  const { boxes } = applyNodePositions(layout, tree, { '0.1': { x: start.x + 500, y: start.y + 40 } })

  for (const [id, { x, y }] of layout.boxes) {
    const by = id.startsWith('0.1') ? { x: 500, y: 40 } : { x: 0, y: 0 }
    expect(boxes.get(id)).toMatchObject({ x: x + by.x, y: y + by.y })
  }
})

it('keeps a manually moved child in place when its parent moves', () => {
  const { boxes } = applyNodePositions(layOut(tree, { viewport: VIEWPORT }), tree, {
    '0.1': { x: 900, y: 900 },
    '0.1.0': { x: 10, y: 2000 },
  })

  expect(boxes.get('0.1.0')).toMatchObject({ x: 10, y: 2000 })
})

it('measures a branch with all its nodes, dragged ones included', () => {
  const layout = applyNodePositions(layOut(tree, { viewport: VIEWPORT }), tree, { '0.1.0': { x: 5000, y: 3000 } })
  const extents = extentsOf(layout, tree)

  expect(extents.get('0.1')).toMatchObject({ width: 5240 - (layout.boxes.get('0.1')?.x ?? 0) })
  expect(extents.get('0')?.height).toBe(3080)
  expect(extents.get(null)).toEqual(extents.get('0'))
  expect(extents.has('0.0.0')).toBe(false)
})

it('adds a node beside the shown place of its siblings, and never onto a dragged card', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 2, maxLength: 4 })
  const near = fc.integer({ min: -400, max: 400 })
  fc.assert(
    fc.property(counts, fc.nat(), fc.nat(), near, near, fc.constantFrom('tidy', 'compact'), (...of) => {
      const [sizes, which, dragged, dx, dy, kind] = of
      const planOf = (tasks: readonly number[]) =>
        treeOf([{ type: 'root', children: tasks.map((count) => ({ type: 'phase', children: many(count, task) })) }])
      const [at, from] = [which % sizes.length, dragged % sizes.length]
      const layOutAgain = (usual: LayoutKind | undefined) => layOut(after, { viewport: VIEWPORT, kind: usual })
      const before = layOut(planOf(sizes), { viewport: VIEWPORT, kind })
      const after = planOf(sizes.map((count, index) => (index === at ? count + 1 : count)))
      const id = `0.${from}.0`
      const start = before.boxes.get(id) ?? { x: 0, y: 0 }
      const places = { [id]: { x: start.x + dx, y: start.y + dy } }

      const layout = updatePlacedLayout(before, after, places, layOutAgain)
      const { boxes } = applyNodePositions(layout, after, places)

      expect(boxes.get(id)).toMatchObject(places[id] ?? {})
      if (layout.relaid !== before.relaid) return
      const added = boxes.get(`0.${at}.${sizes[at]}`)
      const others = [...boxes].filter(([, box]) => box !== added)
      expect(others.filter(([, box]) => added && overlap(box, added)).map(([other]) => other)).toEqual([])
      for (const [known, box] of before.boxes) expect(layout.boxes.get(known)).toEqual(box)
    }),
    { numRuns: 300 },
  )
})

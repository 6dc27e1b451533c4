import fc from 'fast-check'
import { expect, it } from 'vitest'
import { many, task, treeOf } from '../../../test/visibleTree.ts'
import type { Scene } from '../paint/scene.ts'
import { between } from './between.ts'
import { extentsOf } from './extents.ts'
import { layOut } from './layout.ts'

const VIEWPORT = { width: 1200, height: 800 }
const tree = treeOf([{ type: 'root', children: [{ type: 'phase', children: many(9, task) }, ...many(2, task)] }])
const sceneOf = (kind: 'tidy' | 'compact'): Scene => {
  const layout = layOut(tree, { viewport: VIEWPORT, kind })
  return { layout, tree, extents: extentsOf(layout, tree) }
}
const [from, to] = [sceneOf('tidy'), sceneOf('compact')]

it('begins and ends at the given places', () => {
  expect(between(from, to, 0).layout.boxes).toEqual(from.layout.boxes)
  expect(between(from, to, 1).layout.boxes).toEqual(to.layout.boxes)
  expect(between(from, to, 1).extents).toEqual(to.extents)
})

it('moves each node on a straight line', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
      for (const [id, { x, y }] of between(from, to, share).layout.boxes) {
        const [a, b] = [from.layout.boxes.get(id), to.layout.boxes.get(id)]
        expect(x).toBeCloseTo((a?.x ?? 0) * (1 - share) + (b?.x ?? 0) * share)
        expect(y).toBeCloseTo((a?.y ?? 0) * (1 - share) + (b?.y ?? 0) * share)
      }
    }),
  )
})

it('has new nodes at their place already', () => {
  const few = { ...from.layout, boxes: new Map([...from.layout.boxes].slice(0, 3)) }

  const { boxes } = between({ ...from, layout: few }, to, 0.5).layout
  expect(boxes.size).toBe(tree.count)
  expect(boxes.get('0.0.8')).toEqual(to.layout.boxes.get('0.0.8'))
})

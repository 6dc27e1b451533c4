import { expect, it } from 'vitest'
import { many, task, treeOf } from '../../../test/visibleTree.ts'
import { extentsOf } from './extents.ts'
import { layOut } from './layout.ts'
import { applyNodePositions } from './nodePositions.ts'

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

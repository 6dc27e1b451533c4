import fc from 'fast-check'
import { expect, it } from 'vitest'
import { many, overlaps, type Shape, task, treeOf } from '../../../test/visibleTree.ts'
import type { Layout } from './geometry.ts'
import { layOut } from './layout.ts'
import { updateLayout } from './updateLayout.ts'

const VIEWPORT = { width: 1200, height: 800 }

const phases = (counts: readonly number[]): Shape[] => [
  { type: 'root', children: counts.map((count) => ({ type: 'phase', children: many(count, task) })) },
]

const moved = (before: Layout, after: Layout): string[] =>
  [...before.boxes.keys()].filter((id) => {
    const [a, b] = [before.boxes.get(id), after.boxes.get(id)]
    return b !== undefined && (a?.x !== b.x || a.y !== b.y)
  })

it.each(['tidy', 'compact'] as const)('moves nothing when a node is added anywhere (%s)', (kind) => {
  const before = layOut(treeOf(phases([4, 30, 0, 7])), { viewport: VIEWPORT, kind })

  for (const counts of [
    [5, 30, 0, 7],
    [4, 31, 0, 7],
    [4, 30, 1, 7],
    [4, 30, 0, 7, 3],
  ]) {
    const tree = treeOf(phases(counts))
    const after = updateLayout(before, tree)

    expect(after.boxes.size).toBe(tree.count)
    expect(moved(before, after)).toEqual([])
    expect(overlaps(after)).toEqual([])
  }
})

it('places a new sibling beside the last one, and a first child below its parent', () => {
  const before = layOut(treeOf(phases([2])), { viewport: VIEWPORT, kind: 'tidy' })

  const sibling = updateLayout(before, treeOf(phases([3])))
  const last = before.boxes.get('0.0.1')
  expect(sibling.boxes.get('0.0.2')).toMatchObject({ x: (last?.x ?? 0) + 320, y: last?.y })

  const child = updateLayout(
    before,
    treeOf([{ type: 'root', children: [{ type: 'phase', children: [task(), { type: 'task', children: [task()] }] }] }]),
  )
  expect(child.boxes.get('0.0.1.0')).toMatchObject({ x: last?.x, y: (last?.y ?? 0) + 80 + 120 })
})

it('finds free positions for hundreds of new nodes under one parent', () => {
  const tree = treeOf(phases([2, 400]))
  const after = updateLayout(layOut(treeOf(phases([2, 1])), { viewport: VIEWPORT, kind: 'tidy' }), tree)

  expect(after.boxes.size).toBe(tree.count)
  expect(overlaps(after)).toEqual([])
})

it('removes deleted nodes and does not move the others', () => {
  const before = layOut(treeOf(phases([6, 6])), { viewport: VIEWPORT, kind: 'compact' })
  const after = updateLayout(before, treeOf(phases([6])))

  expect(after.boxes.size).toBe(8)
  expect(moved(before, after)).toEqual([])
})

it('moves a node to its new parent', () => {
  const tree = treeOf(phases([3, 3]))
  const layout = layOut(tree, { viewport: VIEWPORT, kind: 'tidy' })
  const elsewhere = { x: 9000, y: 9000, width: 240, height: 80 }
  const before = {
    ...layout,
    boxes: new Map(layout.boxes).set('0.0.2', elsewhere),
    parents: new Map(layout.parents).set('0.0.2', '0.1'),
  }

  expect(updateLayout(before, tree).boxes.get('0.0.2')).toEqual(layout.boxes.get('0.0.2'))
})

it('moves a branch as it is, free of everything else', () => {
  const counts = fc.array(fc.nat(12), { minLength: 2, maxLength: 6 })
  fc.assert(
    fc.property(counts, fc.nat(), fc.nat(), fc.constantFrom('tidy', 'compact'), (sizes, from, to, kind) => {
      const tree = treeOf(phases(sizes))
      const before = layOut(tree, { viewport: VIEWPORT, kind })
      const [movedId, parentId] = [`0.${from % sizes.length}`, `0.${to % sizes.length}`]
      fc.pre(movedId !== parentId)
      const childrenOf = (id: string | null) => {
        const children = tree.childrenOf(id).filter((child) => child !== movedId)
        return id === parentId ? [...children, movedId] : children
      }
      const after = updateLayout(before, { ...tree, childrenOf })

      expect(after.boxes.size).toBe(tree.count)
      expect(overlaps(after)).toEqual([])
      const shifts = [movedId, ...tree.childrenOf(movedId)].map((id) => {
        const [a, b] = [before.boxes.get(id), after.boxes.get(id)]
        return [Math.round((b?.x ?? 0) - (a?.x ?? 0)), Math.round((b?.y ?? 0) - (a?.y ?? 0))]
      })
      for (const shift of shifts) expect(shift).toEqual(shifts[0])
      const stayed = moved(before, after).filter((id) => id !== movedId && !id.startsWith(`${movedId}.`))
      expect(stayed).toEqual([])
    }),
  )
})

it('puts a branch back where it was when its deletion or its move is undone', () => {
  const counts = fc.array(fc.nat(12), { minLength: 2, maxLength: 6 })
  const sides = fc.constantFrom('down', 'right')
  fc.assert(
    fc.property(
      counts,
      fc.nat(),
      fc.nat(),
      fc.constantFrom('tidy', 'compact'),
      sides,
      (sizes, from, to, kind, direction) => {
        const tree = treeOf(phases(sizes))
        const before = layOut(tree, { viewport: VIEWPORT, kind, direction })
        const branch = from % sizes.length
        const id = (sizes[branch] ?? 0) > 0 ? `0.${branch}.${from % (sizes[branch] ?? 1)}` : `0.${branch}`
        const parentId = `0.${to % sizes.length}`
        fc.pre(!id.startsWith(parentId))
        const without = (at: string | null) => tree.childrenOf(at).filter((child) => child !== id)
        const elsewhere = (at: string | null) => (at === parentId ? [...without(at), id] : without(at))

        for (const childrenOf of [without, elsewhere]) {
          const back = updateLayout(updateLayout(before, { ...tree, childrenOf }), tree)

          expect(moved(before, back)).toEqual([])
          expect(back.boxes.size).toBe(before.boxes.size)
          expect(back.hanging).toEqual(before.hanging)
        }
      },
    ),
  )
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { many, overlaps, type Shape, task, treeOf } from '../../../test/visibleTree.ts'
import { extentsOf } from './extents.ts'
import type { Layout, VisibleTree } from './geometry.ts'
import { layOut } from './layout.ts'
import { overlap } from './spatialIndex.ts'
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

const update = (before: Layout, tree: VisibleTree) =>
  updateLayout(before, tree, (kind) => layOut(tree, { viewport: VIEWPORT, kind, direction: before.direction }))

/** Pairs of siblings whose branches share a part of the canvas. */
function sharedRegions(layout: Layout, tree: VisibleTree): string[] {
  const extents = extentsOf(layout, tree)
  return [...new Set(layout.parents.values())].flatMap((parentId) => {
    const regions = tree.childrenOf(parentId).map((id) => ({ id, box: extents.get(id) ?? layout.boxes.get(id) }))
    return regions.flatMap(({ id, box }, index) =>
      regions
        .slice(index + 1)
        .flatMap((other) => (box && other.box && overlap(box, other.box) ? [`${id} and ${other.id}`] : [])),
    )
  })
}

it('moves nothing when a node is added where there is room', () => {
  const compact = layOut(treeOf(phases([4, 29, 0, 7])), { viewport: VIEWPORT, kind: 'compact' })
  expect(moved(compact, update(compact, treeOf(phases([4, 30, 0, 7]))))).toEqual([])

  const tidy = layOut(treeOf(phases([4, 3])), { viewport: VIEWPORT, kind: 'tidy' })
  expect(moved(tidy, update(tidy, treeOf(phases([4, 4]))))).toEqual([])
})

it('keeps new nodes out of other branches, and the parent in place when the others make room', () => {
  const counts = fc.array(fc.nat(12), { minLength: 2, maxLength: 6 })
  const sides = fc.constantFrom('down', 'right')
  fc.assert(
    fc.property(
      counts,
      fc.nat(),
      fc.integer({ min: 1, max: 5 }),
      fc.constantFrom('tidy', 'compact'),
      sides,
      (...of) => {
        const [sizes, which, added, kind, direction] = of
        const tree = treeOf(phases(sizes))
        const before = layOut(tree, { viewport: VIEWPORT, kind, direction })
        const at = which % sizes.length
        const more = treeOf(phases(sizes.map((size, index) => (index === at ? size + added : size))))
        let after = before
        // One by one, as they are typed.
        for (let count = 1; count <= added; count++)
          after = update(after, treeOf(phases(sizes.map((size, index) => (index === at ? size + count : size)))))

        expect(after.boxes.size).toBe(more.count)
        expect(overlaps(after)).toEqual([])
        const shared = sharedRegions(layOut(more, { viewport: VIEWPORT, kind, direction }), more)
        expect(sharedRegions(after, more).filter((pair) => !shared.includes(pair))).toEqual(
          sharedRegions(before, tree).filter((pair) => !shared.includes(pair)),
        )
        expect(after.boxes.get(`0.${at}`)).toEqual(before.boxes.get(`0.${at}`))
      },
    ),
  )
})

it('follows the order of siblings, and goes back when that is undone', () => {
  const tree = treeOf(phases([3, 3, 3]))
  const before = layOut(tree, { viewport: VIEWPORT, kind: 'tidy' })
  const turned = {
    ...tree,
    childrenOf: (id: string | null) => (id === '0' ? ['0.2', '0.0', '0.1'] : tree.childrenOf(id)),
  }

  const after = update(before, turned)
  const order = ['0.0', '0.1', '0.2'].toSorted((a, b) => (after.boxes.get(a)?.x ?? 0) - (after.boxes.get(b)?.x ?? 0))
  expect(order).toEqual(['0.2', '0.0', '0.1'])
  expect(after.boxes.get('0')).toEqual(before.boxes.get('0'))
  expect(update(after, tree).boxes).toEqual(before.boxes)
})

it('lays out a plan again when many nodes arrive at once', () => {
  const tree = treeOf(phases([2, 12, 9, 14]))
  const after = update(layOut(treeOf(phases([2])), { viewport: VIEWPORT, kind: 'tidy' }), tree)

  expect(after.kind).toBe(layOut(tree, { viewport: VIEWPORT }).kind)
  expect(sharedRegions(after, tree)).toEqual([])
})

it('places a new sibling beside the last one, and a first child below its parent', () => {
  const before = layOut(treeOf(phases([2])), { viewport: VIEWPORT, kind: 'tidy' })

  const sibling = update(before, treeOf(phases([3])))
  const last = before.boxes.get('0.0.1')
  expect(sibling.boxes.get('0.0.2')).toMatchObject({ x: (last?.x ?? 0) + 320, y: last?.y })

  const child = update(
    before,
    treeOf([{ type: 'root', children: [{ type: 'phase', children: [task(), { type: 'task', children: [task()] }] }] }]),
  )
  expect(child.boxes.get('0.0.1.0')).toMatchObject({ x: last?.x, y: (last?.y ?? 0) + 80 + 120 })
})

it('finds free positions for hundreds of new nodes under one parent', () => {
  const tree = treeOf(phases([2, 400]))
  const after = update(layOut(treeOf(phases([2, 1])), { viewport: VIEWPORT, kind: 'tidy' }), tree)

  expect(after.boxes.size).toBe(tree.count)
  expect(overlaps(after)).toEqual([])
})

it('removes deleted nodes and does not move the others', () => {
  const before = layOut(treeOf(phases([6, 6])), { viewport: VIEWPORT, kind: 'compact' })
  const after = update(before, treeOf(phases([6])))

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

  expect(update(before, tree).boxes.get('0.0.2')).toEqual(layout.boxes.get('0.0.2'))
})

it('moves a branch as it is if there is room, free of everything else', () => {
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
      const after = update(before, { ...tree, childrenOf })

      expect(after.boxes.size).toBe(tree.count)
      expect(overlaps(after)).toEqual([])
      // Else all nodes were laid out again.
      if (after.relaid) return
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
          const back = update(update(before, { ...tree, childrenOf }), tree)

          expect(moved(before, back)).toEqual([])
          expect(back.boxes.size).toBe(before.boxes.size)
          expect(back.hanging).toEqual(before.hanging)
        }
      },
    ),
  )
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ancestry, branchOf, childrenByParent, displayOrder, nestTree, type TreeRow, wouldMakeCycle } from './tree.ts'

/** A tree of up to 40 nodes: each has an earlier node as its parent, or is at the top level. */
const trees = fc.array(fc.option(fc.nat(39), { freq: 4 }), { maxLength: 40 }).map((parents) => {
  const sizes = new Map<string | null, number>()
  return parents.map((parent, i): TreeRow => {
    const parent_id = parent === null || i === 0 ? null : String(parent % i)
    const order_index = sizes.get(parent_id) ?? 0
    sizes.set(parent_id, order_index + 1)
    return { id: String(i), parent_id, order_index }
  })
})
const shuffled = trees.chain((rows) =>
  fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length })),
)
const byId = (rows: readonly TreeRow[]) => new Map(rows.map((row) => [row.id, row]))

it('orders any rows of a tree parents first, siblings by their index, each once', () => {
  fc.assert(
    fc.property(shuffled, ([rows, mixed]) => {
      const ordered = displayOrder(mixed)
      const place = new Map(ordered.map((row, i) => [row.id, i]))
      expect(new Set(ordered)).toEqual(new Set(rows))
      expect(ordered).toHaveLength(rows.length)
      for (const row of ordered) {
        if (row.parent_id !== null) expect(place.get(row.parent_id)).toBeLessThan(place.get(row.id) ?? -1)
        for (const sibling of ordered)
          if (sibling.parent_id === row.parent_id && sibling.order_index < row.order_index)
            expect(place.get(sibling.id)).toBeLessThan(place.get(row.id) ?? -1)
      }
    }),
  )
})

it('lists every subtree without gaps after its top', () => {
  fc.assert(
    fc.property(shuffled, ([rows, mixed]) => {
      const ordered = displayOrder(mixed)
      const rowsById = byId(rows)
      for (const [start, top] of ordered.entries()) {
        const size = rows.filter((row) => ancestry(rowsById, row.id).includes(top)).length
        for (const row of ordered.slice(start, start + size)) expect(ancestry(rowsById, row.id)).toContain(top)
      }
    }),
  )
})

it('nests the same rows in the same order', () => {
  type Nest = TreeRow & { children: Nest[] }
  const flatten = (nested: readonly Nest[]): string[] => nested.flatMap((row) => [row.id, ...flatten(row.children)])
  fc.assert(
    fc.property(shuffled, ([, mixed]) => {
      expect(flatten(nestTree(mixed))).toEqual(displayOrder(mixed).map(({ id }) => id))
    }),
  )
})

it('detects a cycle exactly if the new parent is a descendant of the node', () => {
  fc.assert(
    fc.property(trees, fc.nat(), fc.option(fc.nat()), (rows, node, parent) => {
      fc.pre(rows.length > 0)
      const id = String(node % rows.length)
      const parentId = parent === null ? null : String(parent % rows.length)
      const below = new Set([id])
      for (const row of rows) if (row.parent_id !== null && below.has(row.parent_id)) below.add(row.id)
      expect(wouldMakeCycle(byId(rows), id, parentId)).toBe(parentId !== null && below.has(parentId))
    }),
  )
})

it('returns the path from the top level to the node, and none for an unknown one', () => {
  const rows = byId([
    { id: 'a', parent_id: null, order_index: 0 },
    { id: 'b', parent_id: 'a', order_index: 0 },
    { id: 'c', parent_id: 'b', order_index: 0 },
  ])
  expect(ancestry(rows, 'c').map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect(ancestry(rows, 'nobody')).toEqual([])
})

it('groups children in sibling order without changing the rows', () => {
  const rows = [
    { id: 'b', parent_id: null, order_index: 1 },
    { id: 'a', parent_id: null, order_index: 0 },
  ]
  expect(
    childrenByParent(rows)
      .get(null)
      ?.map(({ id }) => id),
  ).toEqual(['a', 'b'])
  expect(rows.map(({ id }) => id)).toEqual(['b', 'a'])
})

it('orders 100,000 nodes, and a chain of 10,000, without a stack overflow', () => {
  const wide = Array.from({ length: 100_000 }, (_, i) => ({
    id: String(i),
    parent_id: i < 100 ? null : String(i % 100),
    order_index: Math.floor(i / 100),
  }))
  expect(displayOrder(wide)).toHaveLength(100_000)
  const deep = Array.from({ length: 10_000 }, (_, i) => ({
    id: String(i),
    parent_id: i === 0 ? null : String(i - 1),
    order_index: 0,
  }))
  expect(displayOrder(deep)).toEqual(deep)
})

it('finds a branch from rows in any order, and none without its top', () => {
  const rows = [
    { id: 'c', parent_id: 'b' },
    { id: 'a', parent_id: null },
    { id: 'd', parent_id: 'a' },
    { id: 'b', parent_id: 'a' },
  ]
  expect([...branchOf(rows, 'b')]).toEqual(['b', 'c'])
  expect([...branchOf(rows, 'a')].sort()).toEqual(['a', 'b', 'c', 'd'])
  expect([...branchOf(rows, 'missing')]).toEqual([])
})

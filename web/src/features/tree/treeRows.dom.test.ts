import { describe, expect, it } from 'vitest'
import { PlanNodes } from '../../data/nodeStore.ts'
import { makeTree } from '../../test/make.ts'
import {
  allClosed,
  allOpen,
  firstExpansion,
  isOpen,
  readExpansion,
  rememberExpansion,
  withOpen,
} from '../../view-state/expansion.ts'
import { matchNodes, matchRange, NO_FILTER } from '../../view-state/nodeFilter.ts'
import { draftSlot, endOfSubtree, treeRows } from './treeRows.ts'

const OUTLINE = `
A
  A1
    A1a
  A2
B
C
  C1`

function load(outline = OUTLINE) {
  const tree = makeTree(outline)
  const nodes = new PlanNodes()
  nodes.load(Object.values(tree), { revision: 1, epoch: 'first' })
  const id = (title: string) => tree[title]?.id ?? ''
  const title = (row: { id: string }) => nodes.get(row.id)?.title
  return { nodes, id, title }
}

describe('treeRows', () => {
  it('lists open rows depth first, with level and position for screen readers', () => {
    const { nodes, id, title } = load()

    const rows = treeRows({ structure: nodes.structure, isOpen: (node) => node === id('A') })

    expect(rows.map((row) => [title(row), row.level, row.position, row.siblings, row.hasChildren, row.isOpen])).toEqual(
      [
        ['A', 1, 1, 3, true, true],
        ['A1', 2, 1, 2, true, false],
        ['A2', 2, 2, 2, false, false],
        ['B', 1, 2, 3, false, false],
        ['C', 1, 3, 3, true, false],
      ],
    )
  })

  it('keeps matches and their ancestors only', () => {
    const { nodes, title } = load()
    const { withAncestors, ids } = matchNodes(nodes.all, { ...NO_FILTER, search: 'a1a' })

    const rows = treeRows({ structure: nodes.structure, isOpen: () => true, only: withAncestors })

    expect(rows.map(title)).toEqual(['A', 'A1', 'A1a'])
    expect(ids.size).toBe(1)
  })

  it('handles a chain of the maximum depth', () => {
    const deep = Array.from({ length: 100 }, (_, level) => `${'  '.repeat(level)}n${level}`).join('\n')
    const { nodes } = load(deep)

    expect(treeRows({ structure: nodes.structure, isOpen: () => true }).at(-1)?.level).toBe(100)
  })

  it('returns the end of a subtree', () => {
    const { nodes } = load()
    const rows = treeRows({ structure: nodes.structure, isOpen: () => true })

    expect([0, 1, 4, 5].map((index) => endOfSubtree(rows, index))).toEqual([4, 3, 5, 7])
  })
})

describe('draftSlot', () => {
  const setting = () => {
    const { nodes, id } = load()
    return { id, rows: treeRows({ structure: nodes.structure, isOpen: () => true }) }
  }

  it('returns the end of the parent’s subtree', () => {
    const { rows, id } = setting()
    expect(draftSlot(rows, { parent_id: id('A'), after_id: null })).toEqual({ index: 4, level: 2 })
    expect(draftSlot(rows, { parent_id: null, after_id: null })).toEqual({ index: 7, level: 1 })
    expect(draftSlot(rows, { parent_id: id('B'), after_id: null })).toEqual({ index: 5, level: 2 })
  })

  it('returns the end of the preceding node’s subtree', () => {
    const { rows, id } = setting()
    expect(draftSlot(rows, { parent_id: id('A'), after_id: id('A1') })).toEqual({ index: 3, level: 2 })
    expect(draftSlot(rows, { parent_id: null, after_id: id('A') })).toEqual({ index: 4, level: 1 })
  })
})

describe('expansion', () => {
  it('opens all of a small plan, and as many levels of a large one as fit', () => {
    expect(firstExpansion(load().nodes.structure)).toBe(allOpen)

    const large = Array.from({ length: 20 }, (_, i) => [
      `p${i}`,
      ...Array.from({ length: 15 }, (_, j) => `  t${i}.${j}`),
    ])
    expect(firstExpansion(load(large.flat().join('\n')).nodes.structure).depth).toBe(0)
  })

  it('opens or closes one branch as an exception', () => {
    const closed = withOpen(allOpen, 'a', { level: 1, open: false })
    expect([isOpen(closed, 'a', 1), isOpen(closed, 'b', 1)]).toEqual([false, true])
    expect(isOpen(withOpen(closed, 'a', { level: 1, open: true }), 'a', 1)).toBe(true)

    const opened = withOpen(allClosed, 'a', { level: 3, open: true })
    expect([isOpen(opened, 'a', 3), isOpen(opened, 'b', 1)]).toEqual([true, false])
    expect(withOpen(opened, 'a', { level: 3, open: true })).toBe(opened)
  })

  it('is stored per plan', () => {
    rememberExpansion('p1', 'tree', null, withOpen(allOpen, 'a', { level: 1, open: false }))

    expect(readExpansion('p1', 'tree')).toEqual({ depth: allOpen.depth, flipped: new Set(['a']) })
    expect(readExpansion('p2', 'tree')).toBeNull()
  })

  it.each(['', '{', '[]', '7', '{"depth":"x"}'])('ignores the invalid stored value %j', (stored) => {
    localStorage.setItem('tree_expansion:p1', stored)

    expect(readExpansion('p1', 'tree')).toBeNull()
  })
})

describe('matching', () => {
  it('ignores case and accents', () => {
    const { nodes, title } = load('Überprüfung der Übergabe\nSomething else')
    const find = (search: string) => [...matchNodes(nodes.all, { ...NO_FILTER, search }).ids].map((id) => title({ id }))

    expect(find('uberPRUF')).toEqual(['Überprüfung der Übergabe'])
    expect(find('übergabe')).toEqual(['Überprüfung der Übergabe'])
    expect(find('nothing')).toEqual([])
  })

  it('combines search with status and type', () => {
    const { nodes } = load('Task one\nTask two')
    const match = (filter: Partial<typeof NO_FILTER>) => matchNodes(nodes.all, { ...NO_FILTER, ...filter }).ids.size

    expect(match({ search: 'task', statuses: new Set(['not_started']) })).toBe(2)
    expect(match({ search: 'one', statuses: new Set(['not_started']) })).toBe(1)
    expect(match({ statuses: new Set(['blocked']) })).toBe(0)
    expect(match({ types: new Set(['task', 'phase']) })).toBe(2)
  })

  it.each([
    ['Überprüfung', 'pruf', [4, 8]],
    ['ABC', 'bc', [1, 3]],
    ['ABC', ' ', null],
    ['ABC', 'x', null],
    ['a ﬁle 🚀 go', 'go', [9, 11]],
  ])('returns the range in %j that matches %j', (text, search, range) => {
    expect(matchRange(text, search)).toEqual(range)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PlanNodes } from '../../data/nodeStore.ts'
import { makeNode, makeTree } from '../../test/make.ts'
import { likelyType } from '../../view-state/likelyType.ts'
import { dropAt, type Step, stepPlace } from './treePlaces.ts'
import { treeRows } from './treeRows.ts'

function load(outline: string, rootTitle?: string) {
  const made = makeTree(outline)
  if (rootTitle && made[rootTitle]) made[rootTitle].node_type = 'root'
  const nodes = new PlanNodes()
  nodes.load(Object.values(made), { revision: 1, epoch: 'first' })
  const id = (title: string) => made[title]?.id ?? ''
  const tree = { structure: nodes.structure, get: (known: string) => nodes.get(known) }
  const place = (found: { parent_id: string | null; order_index: number | null } | null) =>
    found && [found.parent_id === null ? null : nodes.get(found.parent_id)?.title, found.order_index]
  return { nodes, id, tree, place }
}

describe('stepPlace', () => {
  it.each<[string, Step, unknown]>([
    ['B', 'up', [null, 0]],
    ['A', 'up', null],
    ['A', 'down', [null, 1]],
    ['C', 'down', null],
    ['B', 'indent', ['A', null]],
    ['A', 'indent', null],
    ['A2', 'outdent', [null, 1]],
    ['B', 'outdent', null],
    ['A2', 'up', ['A', 0]],
  ])('moves %s %s to %j', (title, step, expected) => {
    const { tree, id, place } = load('A\n  A1\n  A2\nB\nC')

    expect(place(stepPlace(tree, id(title), step))).toEqual(expected)
  })

  it('never moves the root or puts a node beside it', () => {
    const { tree, id } = load('Root\n  A\n  B', 'Root')

    for (const step of ['up', 'down', 'indent', 'outdent'] as const)
      expect(stepPlace(tree, id('Root'), step)).toBeNull()
    expect(stepPlace(tree, id('A'), 'outdent')).toBeNull()
  })
})

describe('dropAt', () => {
  const OUTLINE = 'A\n  A1\n  A2\nB\n  B1\nC'

  function drop(dragged: string, gap: number, level: number, { closed = [] as string[], root = '' } = {}) {
    const { nodes, tree, id, place } = load(OUTLINE, root)
    const shut = closed.map(id)
    const rows = treeRows({ structure: nodes.structure, isOpen: (node) => !shut.includes(node) })
    const found = dropAt({ rows, tree, draggedId: id(dragged), gap, level })
    return found && [...(place(found.place) ?? []), found.level]
  }

  // Rows: 0 A, 1 A1, 2 A2, 3 B, 4 B1, 5 C
  it.each([
    ['C', 0, 1, [null, 0, 1], 'to the top'],
    ['C', 1, 1, ['A', 0, 2], 'first into an open branch, whatever the pointer asks'],
    ['C', 3, 1, [null, 1, 1], 'between two branches'],
    ['C', 3, 2, ['A', 2, 2], 'last into the branch above'],
    ['C', 3, 9, ['A2', 0, 3], 'under the last row of the branch above'],
    ['A', 6, 1, [null, 2, 1], 'to the end, counted without itself'],
    ['A', 2, 1, [null, 0, 1], 'inside itself: where it was'],
    ['A', 3, 1, [null, 0, 1], 'right behind itself: where it was'],
    ['B', 3, 2, ['A', 2, 2], 'its own position, one level deeper'],
    ['A1', 2, 2, ['A', 0, 2], 'behind itself'],
    ['A1', 3, 2, ['A', 1, 2], 'one down'],
  ])('drops %s into gap %i at level %i: %j (%s)', (dragged, gap, level, expected, _) => {
    expect(drop(dragged, gap, level)).toEqual(expected)
  })

  it('drops a node at the end of a closed branch', () => {
    // Rows: 0 A (closed), 1 B, 2 B1, 3 C
    expect(drop('C', 1, 2, { closed: ['A'] })).toEqual(['A', 2, 2])
  })

  it('rejects dropping the root, or a node above or beside it', () => {
    const { nodes, tree, id } = load('Root\n  A\n  B', 'Root')
    const rows = treeRows({ structure: nodes.structure, isOpen: () => true })

    expect(dropAt({ rows, tree, draggedId: id('Root'), gap: 3, level: 1 })).toBeNull()
    expect(dropAt({ rows, tree, draggedId: id('B'), gap: 0, level: 1 })).toBeNull()
    expect(dropAt({ rows, tree, draggedId: id('A'), gap: 3, level: 1 })?.level).toBe(2)
  })

  it('never creates a cycle and always returns an existing position, for any tree and gap', () => {
    const anyTree = fc.array(fc.nat(5), { minLength: 1, maxLength: 25 }).map((levels) => {
      let level = 0
      return levels.map((wish, index) => {
        level = index === 0 ? 0 : Math.min(wish, level + 1)
        return `${'  '.repeat(level)}n${index}`
      })
    })
    fc.assert(
      fc.property(anyTree, fc.nat(), fc.nat(30), fc.nat(7), (lines, pick, gap, level) => {
        const { nodes, tree, id } = load(lines.join('\n'))
        const rows = treeRows({ structure: nodes.structure, isOpen: () => true })
        const draggedId = id(`n${pick % lines.length}`)

        const found = dropAt({ rows, tree, draggedId, gap: Math.min(gap, rows.length), level })

        if (!found) throw new Error('Without a root there is always a place')
        const { parent_id, order_index } = found.place
        for (let up = parent_id; up !== null; up = nodes.get(up)?.parent_id ?? null) expect(up).not.toBe(draggedId)
        const siblings = (tree.structure.children.get(parent_id) ?? []).filter((sibling) => sibling !== draggedId)
        expect(order_index).toBeGreaterThanOrEqual(0)
        expect(order_index).toBeLessThanOrEqual(siblings.length)
      }),
    )
  })
})

it('returns the likely type of a new node from its position', () => {
  const [root, phase, milestone] = (['root', 'phase', 'milestone'] as const).map((node_type) => makeNode({ node_type }))

  expect(likelyType(undefined)).toBe('phase')
  expect(likelyType(root)).toBe('phase')
  expect(likelyType(phase)).toBe('task')
  expect(likelyType(phase, milestone)).toBe('milestone')
  expect(likelyType(undefined, root)).toBe('phase')
})

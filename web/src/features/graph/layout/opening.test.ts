import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Structure } from '../../../data/nodeStore.ts'
import { type Expansion, isOpen } from '../../../view-state/expansion.ts'
import { extentsOf } from './extents.ts'
import { fitZoom, READABLE_ZOOM } from './fit.ts'
import { NODE_SIZE, type Size, type VisibleTree } from './geometry.ts'
import { layOut } from './layout.ts'
import { expansionAt, levelOf, levelsOf, openingExpansion } from './opening.ts'

const VIEWPORTS: Size[] = [
  { width: 1440, height: 780 },
  { width: 1024, height: 640 },
  { width: 390, height: 600 },
]

/** A root with phases, tasks in each and subtasks in each of those. */
function planOf(phases: number, tasks: number, subtasks: number): Structure {
  const children = new Map<string | null, string[]>([[null, ['root']]])
  const add = (parent: string, count: number, below: (id: string) => void) => {
    if (count === 0) return
    const ids = Array.from({ length: count }, (_, i) => `${parent}.${i}`)
    children.set(parent, ids)
    for (const id of ids) below(id)
  }
  add('root', phases, (phase) => add(phase, tasks, (task) => add(task, subtasks, () => undefined)))
  return { children, rootId: 'root' }
}

function treeAt({ children }: Structure, expansion: Expansion): VisibleTree {
  const shown = new Map<string | null, readonly string[]>()
  let count = 0
  const visit = (id: string | null, level: number) => {
    const below = children.get(id) ?? []
    if (below.length === 0 || (id !== null && !isOpen(expansion, id, level))) return
    shown.set(id, below)
    count += below.length
    for (const childId of below) visit(childId, level + 1)
  }
  visit(null, 0)
  const typeOf = (id: string) => (['root', 'phase', 'task', 'task'] as const)[id.split('.').length - 1] ?? 'task'
  return { count, childrenOf: (id) => shown.get(id) ?? [], sizeOf: (id) => NODE_SIZE[typeOf(id)] }
}

const zoomOf = (structure: Structure, expansion: Expansion, viewport: Size) => {
  const tree = treeAt(structure, expansion)
  const drawing = extentsOf(layOut(tree, { viewport }), tree).get(null)
  return drawing ? fitZoom(drawing, viewport) : 1
}

const plans = fc.record({
  phases: fc.integer({ min: 1, max: 14 }),
  tasks: fc.integer({ min: 0, max: 12 }),
  subtasks: fc.integer({ min: 0, max: 3 }),
})

it.each(VIEWPORTS)('opens the deepest level that is readable as a whole at $width px', (viewport) => {
  fc.assert(
    fc.property(plans, ({ phases, tasks, subtasks }) => {
      const structure = planOf(phases, tasks, subtasks)
      const levels = levelsOf(structure)
      const opened = openingExpansion(structure, { viewport }, (at) => treeAt(structure, at))
      const shown = levelOf(opened, levels) ?? 0

      if (shown > 1) expect(zoomOf(structure, opened, viewport)).toBeGreaterThanOrEqual(READABLE_ZOOM)
      for (let index = shown; index < levels.length; index++)
        expect(zoomOf(structure, expansionAt(levels, index), viewport)).toBeLessThan(READABLE_ZOOM)
    }),
    { numRuns: 60 },
  )
})

it.each(VIEWPORTS)('chooses the tidy layout only if it is readable as a whole at $width px', (viewport) => {
  fc.assert(
    fc.property(plans, ({ phases, tasks, subtasks }) => {
      const tree = treeAt(planOf(phases, tasks, subtasks), { depth: 9, flipped: new Set() })
      const tidy = extentsOf(layOut(tree, { viewport, kind: 'tidy' }), tree).get(null)
      const isReadable = tidy === undefined || fitZoom(tidy, viewport) >= READABLE_ZOOM

      expect(layOut(tree, { viewport }).kind).toBe(isReadable ? 'tidy' : 'compact')
    }),
    { numRuns: 60 },
  )
})

it('counts levels from the children of a single root, and from the top level without one', () => {
  expect(levelsOf(planOf(3, 2, 0))).toEqual([
    { depth: 1, count: 4 },
    { depth: 2, count: 10 },
  ])
  const twoTops: Structure = { children: new Map([[null, ['a', 'b']]]), rootId: null }
  expect(levelsOf(twoTops)).toEqual([{ depth: 0, count: 2 }])
  expect(levelsOf({ children: new Map(), rootId: null })).toEqual([])
})

it('returns the level that an expansion shows, and none for single open branches', () => {
  const levels = levelsOf(planOf(3, 2, 2))
  expect(levels.map((_, index) => levelOf(expansionAt(levels, index), levels))).toEqual([1, 2, 3])
  expect(levelOf({ depth: 1, flipped: new Set(['root.1']) }, levels)).toBeUndefined()
})

it('lays out from left to right with the axes swapped', () => {
  const viewport = { width: 1440, height: 780 }
  const tree = treeAt(planOf(3, 4, 0), { depth: 9, flipped: new Set() })
  const { boxes, direction } = layOut(tree, { viewport, direction: 'right' })

  expect(direction).toBe('right')
  for (const [id, { x, width, height }] of boxes) {
    expect({ width, height }).toEqual(tree.sizeOf(id))
    for (const childId of tree.childrenOf(id)) expect(boxes.get(childId)?.x).toBeGreaterThanOrEqual(x + width)
  }
})

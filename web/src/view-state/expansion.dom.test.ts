import { expect, it } from 'vitest'
import type { Structure } from '../data/nodeStore.ts'
import { allOpen, isOpen, keepExpanded, readExpansion, rememberExpansion, withOpen } from './expansion.ts'

const PLAN = 'plan'
const structureOf = (children: Record<string, string[]>): Structure => ({
  children: new Map(Object.entries(children).map(([id, below]) => [id === '' ? null : id, below])),
  rootId: null,
})

it('keeps the state of two tabs that collapse different branches', () => {
  const start = allOpen
  rememberExpansion(PLAN, 'tree', null, start)
  const closeA = withOpen(start, 'A', { level: 1, open: false })
  const closeB = withOpen(start, 'B', { level: 1, open: false })

  rememberExpansion(PLAN, 'tree', start, closeA)
  rememberExpansion(PLAN, 'tree', start, closeB)
  expect([...(readExpansion(PLAN, 'tree')?.flipped ?? [])].sort()).toEqual(['A', 'B'])
  rememberExpansion(PLAN, 'tree', closeB, withOpen(closeB, 'B', { level: 1, open: true }))

  expect([...(readExpansion(PLAN, 'tree')?.flipped ?? [])]).toEqual(['A'])
})

it.each([true, false])('keeps the state of a branch that moves to another level, open: %s', (open) => {
  const before = structureOf({ '': ['A', 'B'], A: ['A1'], A1: ['A2'], B: ['B1'], B1: ['B2'] })
  const after = structureOf({ '': ['B'], B: ['B1'], B1: ['A', 'B2'], A: ['A1'], A1: ['A2'] })
  const expansion = withOpen({ depth: 1, flipped: new Set<string>() }, 'A', { level: 1, open })

  const moved = keepExpanded(expansion, before, after)

  expect([isOpen(moved, 'A', 3), isOpen(moved, 'A1', 4), isOpen(moved, 'B', 1)]).toEqual([open, false, true])
})

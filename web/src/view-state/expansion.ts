// Which branches are expanded: all down to a level, with exceptions. Stays small for a plan of any size.

import type { Structure } from '../data/nodeStore.ts'
import { changeStored, readStored } from '../lib/storage.ts'

export interface Expansion {
  /** Nodes down to this level are expanded. */
  depth: number
  /** The exceptions. */
  flipped: ReadonlySet<string>
}

/** Deeper than any plan. */
const ALL = 1_000
/** The most rows that a plan opens with. */
const FIRST_ROWS_MAX = 200

export const allOpen: Expansion = { depth: ALL, flipped: new Set() }
export const allClosed: Expansion = { depth: 0, flipped: new Set() }

export const isOpen = ({ depth, flipped }: Expansion, id: string, level: number): boolean =>
  level <= depth !== flipped.has(id)

export function withOpen(
  expansion: Expansion,
  id: string,
  { level, open }: { level: number; open: boolean },
): Expansion {
  if (isOpen(expansion, id, level) === open) return expansion
  const flipped = new Set(expansion.flipped)
  if (!flipped.delete(id)) flipped.add(id)
  return { ...expansion, flipped }
}

/** Expands as many whole levels as fit. */
export function firstExpansion({ children }: Structure): Expansion {
  let level = children.get(null) ?? []
  let rows = level.length
  let depth = 0
  while (level.length > 0) {
    level = level.flatMap((id) => children.get(id) ?? [])
    rows += level.length
    if (rows > FIRST_ROWS_MAX) return { depth, flipped: new Set() }
    depth += 1
  }
  return allOpen
}

/** Tree and graph have separate expansions. */
type ExpansionView = 'tree' | 'graph'
const keyOf = (planId: string, view: ExpansionView) => `${view}_expansion:${planId}`

/** Returns the expansion stored in this browser, or null. */
export const readExpansion = (planId: string, view: ExpansionView): Expansion | null =>
  parseExpansion(readStored(keyOf(planId, view)))

function parseExpansion(text: string | null): Expansion | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    const { depth, flipped } = stored as { depth?: unknown; flipped?: unknown }
    if (typeof depth !== 'number' || !Array.isArray(flipped)) return null
    return { depth, flipped: new Set(flipped.filter((id) => typeof id === 'string')) }
  } catch {
    return null // Invalid, or in an old format.
  }
}

/** Stores this tab's changes and preserves those of other tabs. */
export function rememberExpansion(
  planId: string,
  view: ExpansionView,
  before: Expansion | null,
  after: Expansion,
): void {
  changeStored(keyOf(planId, view), (text) => {
    const stored = parseExpansion(text)
    const flipped = new Set(after.flipped)
    if (stored && before && stored.depth === after.depth && before.depth === after.depth)
      for (const id of new Set([...stored.flipped, ...after.flipped]))
        if (before.flipped.has(id) === after.flipped.has(id))
          if (stored.flipped.has(id)) flipped.add(id)
          else flipped.delete(id)
    return JSON.stringify({ depth: after.depth, flipped: [...flipped].sort() })
  })
}

/** Preserves the state of a branch, and of all branches below it, when it moves to another level. */
export function keepExpanded(expansion: Expansion, before: Structure, after: Structure): Expansion {
  const { depth } = expansion
  if (depth <= 0 || depth >= ALL) return expansion
  const levels = levelsOfBranches(before)
  const crossed = [...levelsOfBranches(after)].filter(([id, level]) => {
    const was = levels.get(id)
    return was !== undefined && was <= depth !== level <= depth
  })
  if (crossed.length === 0) return expansion
  const flipped = new Set(expansion.flipped)
  for (const [id] of crossed) if (!flipped.delete(id)) flipped.add(id)
  return { depth, flipped }
}

function levelsOfBranches({ children }: Structure): Map<string, number> {
  const levels = new Map<string, number>()
  let level = 1
  for (let row = children.get(null) ?? []; row.length > 0; level++) {
    const next: string[] = []
    for (const id of row) {
      const below = children.get(id)
      if (!below) continue
      levels.set(id, level)
      next.push(...below)
    }
    row = next
  }
  return levels
}

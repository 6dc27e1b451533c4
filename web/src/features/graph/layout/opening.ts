// The levels of a plan, and the deepest level that is readable when it opens.
import type { Structure } from '../../../data/nodeStore.ts'
import { allOpen, type Expansion } from '../../../view-state/expansion.ts'
import { extentsOf } from './extents.ts'
import { fitZoom, READABLE_ZOOM } from './fit.ts'
import type { VisibleTree } from './geometry.ts'
import { type LayoutOptions, layOut } from './layout.ts'

/** A level of a plan, with all branches above it expanded. Below a single root, level 1 is the children of the root. */
export interface Level {
  /** As in `Expansion`. */
  depth: number
  /** How many nodes are visible. */
  count: number
}

export function levelsOf({ children }: Structure): Level[] {
  const levels: Level[] = []
  let row = children.get(null) ?? []
  let count = 0
  for (let depth = 0; row.length > 0; depth++) {
    count += row.length
    const next = row.flatMap((id) => children.get(id) ?? [])
    if (depth > 0 || row.length > 1 || next.length === 0) levels.push({ depth, count })
    row = next
  }
  return levels
}

/** Returns the level that an expansion shows, from 1. undefined if single branches differ from their level. */
export function levelOf(expansion: Expansion, levels: readonly Level[]): number | undefined {
  if (expansion.flipped.size > 0) return undefined
  const index = levels.findIndex(({ depth }) => depth >= expansion.depth)
  return index < 0 ? levels.length : index + 1
}

/** Returns an expansion that shows a whole level. For the last level, nodes added below it are expanded too. */
export const expansionAt = (levels: readonly Level[], index: number): Expansion =>
  index >= levels.length - 1 ? allOpen : { depth: levels[index]?.depth ?? 0, flipped: new Set() }

/**
 * Returns the deepest level whose layout fits the viewport at a readable zoom, or the first one if none does. `treeAt`
 * returns the visible tree of an expansion.
 */
export function openingExpansion(
  structure: Structure,
  options: LayoutOptions,
  treeAt: (expansion: Expansion) => VisibleTree,
): Expansion {
  const { viewport } = options
  const levels = levelsOf(structure)
  for (let index = levels.length - 1; index > 0; index--) {
    if (!mayFit(levels[index]?.count ?? 0, viewport)) continue
    const expansion = expansionAt(levels, index)
    const tree = treeAt(expansion)
    const drawing = extentsOf(layOut(tree, options), tree).get(null)
    if (drawing && fitZoom(drawing, viewport) >= READABLE_ZOOM) return expansion
  }
  return expansionAt(levels, 0)
}

/** The area of the smallest card. Rules out levels with too many nodes without a layout. */
const CARD_AREA_MIN = 200 * 60
const mayFit = (count: number, { width, height }: LayoutOptions['viewport']): boolean =>
  count * CARD_AREA_MIN * READABLE_ZOOM ** 2 <= width * height

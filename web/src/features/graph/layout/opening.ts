// What a plan shows first: the deepest level that can be read whole.
import type { Structure } from '../../../data/nodeStore.ts'
import { allOpen, type Expansion } from '../../../view-state/expansion.ts'
import { extentsOf } from './extents.ts'
import { fitZoom, READABLE_ZOOM } from './fit.ts'
import type { VisibleTree } from './geometry.ts'
import { type LayoutOptions, layOut } from './layout.ts'

/**
 * The levels of a plan from the top: how many nodes are shown when all branches above are open. Level 1 is what is
 * under a single root, so a plan with one root begins with its phases.
 */
export interface Level {
  /** As in `Expansion`. */
  depth: number
  /** Visible nodes. */
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

/** The level that an expansion shows, from 1; undefined when single branches are open or closed. */
export function levelOf(expansion: Expansion, levels: readonly Level[]): number | undefined {
  if (expansion.flipped.size > 0) return undefined
  const index = levels.findIndex(({ depth }) => depth >= expansion.depth)
  return index < 0 ? levels.length : index + 1
}

/** An expansion that shows this level whole; the last level stays open for what is added below it. */
export const expansionAt = (levels: readonly Level[], index: number): Expansion =>
  index >= levels.length - 1 ? allOpen : { depth: levels[index]?.depth ?? 0, flipped: new Set() }

/**
 * The deepest level whose drawing fits the viewport at a zoom at which cards can be read; the first one if none does.
 * `treeAt` answers the visible tree of an expansion.
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

/** The area of the smallest card, without which no layout has to be made. */
const CARD_AREA_MIN = 200 * 60
const mayFit = (count: number, { width, height }: LayoutOptions['viewport']): boolean =>
  count * CARD_AREA_MIN * READABLE_ZOOM ** 2 <= width * height

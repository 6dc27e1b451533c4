// How strongly nodes are drawn while a filter is active: matches fully, their ancestors less, all others least.
import type { Matches } from '../../view-state/nodeFilter.ts'
import { around } from './layout/extents.ts'
import type { Box, VisibleTree } from './layout/geometry.ts'
import type { Scene } from './paint/scene.ts'

/** The opacity of nodes and of branches that are drawn as one. */
export interface Dimming {
  node: (id: string) => number
  branch: (id: string) => number
}

export const DIMMED = 0.25
export const HALF_DIMMED = 0.6

/** A collapsed card and a branch drawn as one stand for the matches in them. */
export function dimmingOf({ ids, withAncestors }: Matches, tree: VisibleTree): Dimming {
  const branch = (id: string) => (withAncestors.has(id) ? 1 : DIMMED)
  return {
    branch,
    node: (id) => {
      if (ids.has(id)) return 1
      if (!withAncestors.has(id)) return DIMMED
      return tree.childrenOf(id).length === 0 ? 1 : HALF_DIMMED
    },
  }
}

/** Returns the bounding box of nodes, or of the cards that stand for them. Undefined if there are none. */
export function extentOf({ layout }: Scene, ids: Iterable<string>, parentOf: (id: string) => string | null) {
  let extent: Box | undefined
  for (const id of ids) {
    let at: string | null = id
    while (at !== null && !layout.boxes.has(at)) at = parentOf(at)
    if (at !== null) extent = around(extent, layout.boxes.get(at))
  }
  return extent
}

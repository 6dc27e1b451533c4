import type { Box, Layout, VisibleTree } from '../layout/geometry.ts'
import { overlap } from '../layout/spatialIndex.ts'

/** The scene to paint: positions, bounding boxes of branches, and the tree. */
export interface Scene {
  layout: Layout
  extents: ReadonlyMap<string | null, Box>
  tree: VisibleTree
}

/** Returns whether to continue into the branch. */
type Visit = (id: string, box: Box, extent: Box, level: number) => boolean

/** Walks the branches that overlap a region, parents first. Skips all others. */
export function walkRegion({ layout, extents, tree }: Scene, region: Box, visit: Visit): void {
  const walk = (parentId: string | null, level: number) => {
    for (const id of tree.childrenOf(parentId)) {
      const box = layout.boxes.get(id)
      if (!box) continue
      const extent = extents.get(id) ?? box
      if (overlap(extent, region) && visit(id, box, extent, level)) walk(id, level + 1)
    }
  }
  walk(null, 0)
}

/** Returns the nodes whose cards overlap a region. */
export function nodesIn(scene: Scene, region: Box): string[] {
  const ids: string[] = []
  walkRegion(scene, region, (id, box) => {
    if (overlap(box, region)) ids.push(id)
    return true
  })
  return ids
}

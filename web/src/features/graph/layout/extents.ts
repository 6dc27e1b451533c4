import type { Box, Layout, VisibleTree } from './geometry.ts'

/**
 * Returns the bounding box of each branch, so that painting can skip whole branches off screen. The key `null` is the
 * whole plan. Missing for an empty plan.
 */
export function extentsOf({ boxes }: Layout, tree: VisibleTree): Map<string | null, Box> {
  const extents = new Map<string | null, Box>()
  const measure = (id: string | null): Box | undefined => {
    let extent = id === null ? undefined : boxes.get(id)
    const childIds = tree.childrenOf(id)
    for (const childId of childIds) extent = around(extent, measure(childId))
    if (extent && (childIds.length > 0 || id === null)) extents.set(id, extent)
    return extent
  }
  measure(null)
  return extents
}

export function around(a: Box | undefined, b: Box | undefined): Box | undefined {
  if (!a || !b) return a ?? b
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  }
}

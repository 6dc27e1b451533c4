import type { Box, Layout, VisibleTree } from './geometry.ts'

/**
 * For each branch the box around it and everything under it, wherever that was put: what is drawn can skip a whole branch that
 * is off screen. `null` is the whole plan; absent when there is nothing.
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

function around(a: Box | undefined, b: Box | undefined): Box | undefined {
  if (!a || !b) return a ?? b
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  }
}

import type { Box, Point } from './layout/geometry.ts'
import { overlap } from './layout/spatialIndex.ts'
import { type Scene, walkRegion } from './paint/scene.ts'

/** Finds the painted node at a position, or the branch if it is painted as one tile. */
export function hitTest(
  scene: Scene,
  place: Point,
  { zoom, tileBelow }: { zoom: number; tileBelow: number },
): { branch: Box } | { id: string } | undefined {
  const region = { ...place, width: 1, height: 1 }
  let branch: Box | undefined
  let id: string | undefined
  walkRegion(scene, region, (nodeId, box, extent) => {
    if (overlap(box, region)) id = nodeId
    if (Math.max(extent.width, extent.height) * zoom < tileBelow) branch ??= extent
    return true
  })
  if (branch) return { branch }
  return id === undefined ? undefined : { id }
}

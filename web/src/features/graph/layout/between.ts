import type { Scene } from '../paint/scene.ts'
import { extentsOf } from './extents.ts'
import type { Box } from './geometry.ts'

/** The scene on the way to `to`, at a share of 0 to 1. Nodes that were not drawn before are at their place already. */
export function between(from: Scene, to: Scene, share: number): Scene {
  const boxes = new Map<string, Box>()
  for (const [id, box] of to.layout.boxes) {
    const before = from.layout.boxes.get(id)
    const isStill = !before || share === 1 || (before.x === box.x && before.y === box.y)
    boxes.set(
      id,
      isStill ? box : { ...box, x: before.x + (box.x - before.x) * share, y: before.y + (box.y - before.y) * share },
    )
  }
  const layout = { ...to.layout, boxes }
  return { ...to, layout, extents: extentsOf(layout, to.tree) }
}

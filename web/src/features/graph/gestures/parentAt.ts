import type { PlanNodes } from '../../../data/nodeStore.ts'
import type { Point } from '../layout/geometry.ts'
import { overlap } from '../layout/spatialIndex.ts'
import { type Scene, walkRegion } from '../paint/scene.ts'

interface Options {
  scene: Scene
  nodes: Pick<PlanNodes, 'get' | 'structure'>
  place: Point
  dragged: ReadonlySet<string>
}

/** The card at a position that can become the parent of dragged ones: not one of them, below them, or already it. */
export function parentAt({ scene, nodes, place, dragged }: Options): string | undefined {
  const { rootId } = nodes.structure
  if (rootId !== null && dragged.has(rootId)) return undefined
  const region = { ...place, width: 1, height: 1 }
  let found: string | undefined
  walkRegion(scene, region, (id, box) => {
    if (dragged.has(id)) return false
    if (overlap(box, region)) found = id
    return true
  })
  if (found === undefined || [...dragged].every((id) => nodes.get(id)?.parent_id === found)) return undefined
  return found
}

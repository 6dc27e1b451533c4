// Trees for the canvas tests, without a plan.
import type { NodeType } from '@cairn/contract/api/nodes'
import { type Box, type Layout, NODE_SIZE, type VisibleTree } from '../features/graph/layout/geometry.ts'
import { overlap } from '../features/graph/layout/spatialIndex.ts'

export interface Shape {
  type: NodeType
  children: Shape[]
}

/** The tree, with ids that show each node's position, such as `0.2.1`. */
export function treeOf(shapes: readonly Shape[]): VisibleTree {
  const types = new Map<string, NodeType>()
  const children = new Map<string | null, string[]>()
  const add = (id: string | null, below: readonly Shape[]) => {
    const ids = below.map((_, index) => (id === null ? `${index}` : `${id}.${index}`))
    children.set(id, ids)
    for (const [index, shape] of below.entries()) {
      const childId = ids[index] as string
      types.set(childId, shape.type)
      add(childId, shape.children)
    }
  }
  add(null, shapes)
  return {
    count: types.size,
    childrenOf: (id) => children.get(id) ?? [],
    sizeOf: (id) => NODE_SIZE[types.get(id) ?? 'task'],
  }
}

export const task = (): Shape => ({ type: 'task', children: [] })
export const many = (count: number, make: (index: number) => Shape): Shape[] =>
  Array.from({ length: count }, (_, i) => make(i))

/** Pairs of overlapping nodes. */
export function overlaps(layout: Layout): string[] {
  const boxes = [...layout.boxes].sort(([, a], [, b]) => a.x - b.x)
  const found: string[] = []
  for (const [index, [id, box]] of boxes.entries())
    for (let next = index + 1; next < boxes.length; next++) {
      const [otherId, other] = boxes[next] as [string, Box]
      if (other.x >= box.x + box.width) break
      if (overlap(box, other)) found.push(`${id} and ${otherId}`)
    }
  return found
}

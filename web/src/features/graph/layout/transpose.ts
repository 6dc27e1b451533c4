// Swaps the axes, which turns a layout from top to bottom into one from left to right.
import type { Box, Direction, Layout, Size, VisibleTree } from './geometry.ts'

export const transposed = ({ width, height }: Size): Size => ({ width: height, height: width })

export const transposedBox = ({ x, y, width, height }: Box): Box => ({ x: y, y: x, width: height, height: width })

export const transposedTree = (tree: VisibleTree): VisibleTree => ({
  ...tree,
  sizeOf: (id) => transposed(tree.sizeOf(id)),
})

export function transposedLayout(layout: Layout): Layout {
  const boxes = new Map<string, Box>()
  for (const [id, box] of layout.boxes) boxes.set(id, transposedBox(box))
  const left = new Map([...layout.left].map(([id, place]) => [id, { ...place, box: transposedBox(place.box) }]))
  const direction: Direction = layout.direction === 'down' ? 'right' : 'down'
  return { ...layout, direction, boxes, left }
}

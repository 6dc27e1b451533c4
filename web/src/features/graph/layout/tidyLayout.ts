import { hierarchy, tree as tidyTree } from 'd3-hierarchy'
import { type Layout, parentsIn, SPACING, type VisibleTree } from './geometry.ts'

/** The standard layout: one rank per level, parents centered over their children. Wide plans become very wide. */
export function tidyLayout(tree: VisibleTree): Layout {
  // The top level has no common parent, so this adds one without a size.
  const top = hierarchy<string | null>(null, tree.childrenOf)
  const widthOf = (id: string | null) => (id === null ? 0 : tree.sizeOf(id).width)
  tidyTree<string | null>()
    .nodeSize([1, 1])
    .separation((a, b) => (widthOf(a.data) + widthOf(b.data)) / 2 + SPACING.node)(top)

  const heights: number[] = []
  top.each(({ data, depth }) => {
    if (data !== null) heights[depth] = Math.max(heights[depth] ?? 0, tree.sizeOf(data).height)
  })
  const tops = [0, 0]
  for (let depth = 2; depth < heights.length; depth++)
    tops[depth] = (tops[depth - 1] ?? 0) + (heights[depth - 1] ?? 0) + SPACING.rank

  const layout: Layout = {
    kind: 'tidy',
    direction: 'down',
    boxes: new Map(),
    parents: parentsIn(tree),
    hanging: new Set(),
  }
  top.eachBefore(({ data, depth, x }) => {
    if (data === null) return
    const { width, height } = tree.sizeOf(data)
    layout.boxes.set(data, { x: (x ?? 0) - width / 2, y: tops[depth] ?? 0, width, height })
  })
  return layout
}

import { type Layout, parentsIn, SPACING, type VisibleTree } from './geometry.ts'

/**
 * The standard layout: one rank per level, parents centered over their children. A branch has its columns for itself, so
 * the frames around branches do not overlap. Wide plans become very wide.
 */
export function tidyLayout(tree: VisibleTree): Layout {
  const layout: Layout = {
    kind: 'tidy',
    direction: 'down',
    boxes: new Map(),
    parents: parentsIn(tree),
    hanging: new Set(),
    left: new Map(),
  }
  const { widths, heights } = measure(tree)
  const tops = [0]
  for (const [depth, height] of heights.entries()) tops.push((tops[depth] ?? 0) + height + SPACING.rank)
  const widthOf = (id: string) => widths.get(id) ?? 0

  /** Places siblings from left to right and returns the middle between the first and the last one. */
  const placeRow = (ids: readonly string[], from: number, depth: number): number => {
    let left = from
    const centers = ids.map((id) => {
      const center = place(id, left, depth)
      left += widthOf(id) + SPACING.node
      return center
    })
    return ((centers[0] ?? 0) + (centers.at(-1) ?? 0)) / 2
  }
  const place = (id: string, left: number, depth: number): number => {
    const { width, height } = tree.sizeOf(id)
    const slot = widthOf(id)
    const box = { x: left + (slot - width) / 2, y: tops[depth] ?? 0, width, height }
    // Before its children, which come after it when the cards are read or walked through.
    layout.boxes.set(id, box)
    const children = tree.childrenOf(id)
    if (children.length > 0) {
      const middle = placeRow(children, left + (slot - rowWidth(children, widthOf)) / 2, depth + 1)
      box.x = Math.min(Math.max(middle - width / 2, left), left + slot - width)
    }
    return box.x + width / 2
  }
  const center = placeRow(tree.childrenOf(null), 0, 0)
  for (const box of layout.boxes.values()) box.x -= center
  return layout
}

/** The width of each branch, and the height of each level. */
function measure(tree: VisibleTree) {
  const widths = new Map<string, number>()
  const heights: number[] = []
  const widthOf = (id: string) => widths.get(id) ?? 0
  const visit = (id: string, depth: number) => {
    const { width, height } = tree.sizeOf(id)
    heights[depth] = Math.max(heights[depth] ?? 0, height)
    const children = tree.childrenOf(id)
    for (const childId of children) visit(childId, depth + 1)
    widths.set(id, Math.max(width, rowWidth(children, widthOf)))
  }
  for (const id of tree.childrenOf(null)) visit(id, 0)
  return { widths, heights }
}

const rowWidth = (ids: readonly string[], widthOf: (id: string) => number): number =>
  ids.reduce((sum, id) => sum + widthOf(id), 0) + Math.max(0, ids.length - 1) * SPACING.node

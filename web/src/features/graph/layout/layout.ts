// Lays out the visible nodes: pure functions from the visible tree to boxes.
import { compactLayout } from './compactLayout.ts'
import { extentsOf } from './extents.ts'
import { fitZoom, READABLE_ZOOM } from './fit.ts'
import {
  type Direction,
  type Layout,
  type LayoutKind,
  NODE_SIZE,
  type Size,
  SPACING,
  type VisibleTree,
} from './geometry.ts'
import { tidyLayout } from './tidyLayout.ts'
import { transposed, transposedLayout, transposedTree } from './transpose.ts'

export interface LayoutOptions {
  /** The canvas size in px. Decides the default kind and the aspect ratio of a compact layout. */
  viewport: Size
  kind?: LayoutKind | undefined
  direction?: Direction
}

/**
 * Lays out nodes without overlaps and with siblings in order. The same input gives the same layout. Without a kind,
 * uses tidy if it is readable when fit to the viewport, else compact.
 */
export function layOut(tree: VisibleTree, { viewport, kind, direction = 'down' }: LayoutOptions): Layout {
  if (direction === 'right')
    return transposedLayout(layOut(transposedTree(tree), { viewport: transposed(viewport), kind }))
  if (kind === 'compact' || (kind === undefined && !mayFit(tree, viewport))) return compactLayout(tree, viewport)
  const tidy = tidyLayout(tree)
  if (kind === 'tidy') return tidy
  const drawing = extentsOf(tidy, tree).get(null)
  return !drawing || fitZoom(drawing, viewport) >= READABLE_ZOOM ? tidy : compactLayout(tree, viewport)
}

/** Rules out a tidy tree with a level that is too wide, without a layout. */
function mayFit(tree: VisibleTree, viewport: Size): boolean {
  const widthMax = viewport.width / READABLE_ZOOM
  for (let row = tree.childrenOf(null); row.length > 0; row = row.flatMap(tree.childrenOf))
    if (row.length * (NODE_SIZE.milestone.width + SPACING.node) - SPACING.node > widthMax) return false
  return true
}

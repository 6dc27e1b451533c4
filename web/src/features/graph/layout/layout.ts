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
  /** Of the canvas, in px: decides the kind if none is given, and the proportions of a compact drawing. */
  viewport: Size
  kind?: LayoutKind | undefined
  direction?: Direction
}

/**
 * Nothing overlaps, siblings stay in their order, and the same tree and options give the same layout. Without a kind it
 * is the tidy one if that can be read when it fits the viewport, else the compact one.
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

/** Nodes of one level never share a column of a tidy tree, so a plan with a wide level needs no layout to be ruled out. */
function mayFit(tree: VisibleTree, viewport: Size): boolean {
  const widthMax = viewport.width / READABLE_ZOOM
  for (let row = tree.childrenOf(null); row.length > 0; row = row.flatMap(tree.childrenOf))
    if (row.length * (NODE_SIZE.milestone.width + SPACING.node) - SPACING.node > widthMax) return false
  return true
}

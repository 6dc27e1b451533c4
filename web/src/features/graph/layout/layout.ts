// Where the nodes of a plan stand on the canvas: pure functions from the visible tree to boxes.
import { compactLayout } from './compactLayout.ts'
import type { Layout, VisibleTree } from './geometry.ts'
import { tidyLayout } from './tidyLayout.ts'

/** With more visible nodes than this a tidy tree is too wide to be read, and the layout becomes compact. */
export const COMPACT_ABOVE = 150

export type LayoutKind = 'tidy' | 'compact'

/** Top to bottom. Nothing overlaps, siblings stay in their order, and the same tree gives the same layout. */
export const layOut = (tree: VisibleTree, kind: LayoutKind = likelyKind(tree)): Layout =>
  kind === 'tidy' ? tidyLayout(tree) : compactLayout(tree)

export const likelyKind = (tree: VisibleTree): LayoutKind => (tree.count > COMPACT_ABOVE ? 'compact' : 'tidy')

import { useState } from 'react'
import { readStored, writeStored } from '../lib/storage.ts'

export const LAYOUT_MODES = ['graph', 'tree', 'split'] as const
export type LayoutMode = (typeof LAYOUT_MODES)[number]

const keyOf = (planId: string) => `layout_mode:${planId}`

/** The layout chosen for a plan in this browser, or undefined. */
export function useLayoutMode(planId: string) {
  const [chosen, setChosen] = useState(() => readLayoutMode(planId))
  const choose = (mode: LayoutMode) => {
    writeStored(keyOf(planId), mode)
    setChosen(mode)
  }
  return [chosen, choose] as const
}

/** Returns the stored layout if it is one of the three. */
export function readLayoutMode(planId: string): LayoutMode | undefined {
  const stored = readStored(keyOf(planId))
  return LAYOUT_MODES.find((mode) => mode === stored)
}

/** Windows that fit two panes side by side. */
export const WIDE = '(min-width: 64rem)'
/** Windows that fit tree, graph and panel. */
export const ROOM_FOR_THREE = '(min-width: 80rem)'

/** Returns the layout to show. Narrow windows have no split. A new plan opens in split. */
export const layoutIn = (isWide: boolean, chosen: LayoutMode | undefined): LayoutMode => {
  if (isWide) return chosen ?? 'split'
  return chosen === 'graph' ? 'graph' : 'tree'
}

/** Whether the plan opens with its graph, unless it turns out to be empty. */
export const opensWithGraph = (planId: string): boolean =>
  layoutIn(window.matchMedia(WIDE).matches, readLayoutMode(planId)) !== 'tree'

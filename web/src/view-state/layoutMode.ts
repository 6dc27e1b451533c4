import { useState } from 'react'
import { readStored, writeStored } from '../lib/storage.ts'

export const LAYOUT_MODES = ['graph', 'tree', 'split'] as const
export type LayoutMode = (typeof LAYOUT_MODES)[number]

const keyOf = (planId: string) => `layout_mode:${planId}`

/** How somebody has laid out the plan's workspace in this browser, if at all. */
export function useLayoutMode(planId: string) {
  const [chosen, setChosen] = useState(() => readLayoutMode(planId))
  const choose = (mode: LayoutMode) => {
    writeStored(keyOf(planId), mode)
    setChosen(mode)
  }
  return [chosen, choose] as const
}

/** What is remembered counts only if it is one of the three (point 2). */
export function readLayoutMode(planId: string): LayoutMode | undefined {
  const stored = readStored(keyOf(planId))
  return LAYOUT_MODES.find((mode) => mode === stored)
}

/** Windows with room for two things side by side. */
export const WIDE = '(min-width: 64rem)'
/** Windows with room for tree, graph and panel. */
export const ROOM_FOR_THREE = '(min-width: 80rem)'

/** The layout a window shows: one without room for two things side by side has no split. A new plan opens split. */
export const layoutIn = (isWide: boolean, chosen: LayoutMode | undefined): LayoutMode => {
  if (isWide) return chosen ?? 'split'
  return chosen === 'graph' ? 'graph' : 'tree'
}

/** Whether the plan opens with its graph, as far as that is known before its nodes have loaded. */
export const opensWithGraph = (planId: string): boolean =>
  layoutIn(window.matchMedia(WIDE).matches, readLayoutMode(planId)) !== 'tree'

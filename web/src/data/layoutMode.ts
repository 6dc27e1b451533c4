import { useState } from 'react'
import { readStored, writeStored } from '../lib/storage.ts'

export const LAYOUT_MODES = ['graph', 'tree', 'split'] as const
export type LayoutMode = (typeof LAYOUT_MODES)[number]

const keyOf = (planId: string) => `layout_mode:${planId}`

/** How the workspace is laid out: as this browser remembers for the plan, and only if that is one of the three (point 2). */
export function useLayoutMode(planId: string, fallback: LayoutMode) {
  const [chosen, setChosen] = useState(() => readMode(planId))
  const choose = (mode: LayoutMode) => {
    writeStored(keyOf(planId), mode)
    setChosen(mode)
  }
  return [chosen ?? fallback, choose] as const
}

function readMode(planId: string): LayoutMode | undefined {
  const stored = readStored(keyOf(planId))
  return LAYOUT_MODES.find((mode) => mode === stored)
}

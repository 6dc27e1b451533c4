import { useState } from 'react'
import { type LayoutMode, readLayoutMode, useLayoutMode } from '../data/layoutMode.ts'
import { useViewOptions } from '../data/viewOptions.ts'
import { useFullscreen } from '../lib/fullscreen.ts'
import { useMediaQuery } from '../lib/mediaQuery.ts'
import { toast } from '../ui/Toast.tsx'

const WIDE = '(min-width: 64rem)'

/** What a layout becomes in a window that has no room for two things side by side; and what a plan begins with. */
const layoutIn = (isWide: boolean, chosen: LayoutMode | undefined): LayoutMode => {
  if (isWide) return chosen ?? 'split'
  return chosen === 'graph' ? 'graph' : 'tree'
}

/** Whether the plan will open with its graph, as far as can be known before its nodes are here. */
export const opensWithGraph = (planId: string): boolean =>
  layoutIn(window.matchMedia(WIDE).matches, readLayoutMode(planId)) !== 'tree'

/** How the plan is looked at: layout and options as this browser remembers them, the sidebar, the whole screen. */
export function useWorkspaceView(planId: string, isEmpty: boolean) {
  const isWide = useMediaQuery(WIDE)
  const [chosen, setLayout] = useLayoutMode(planId)
  const layout = layoutIn(isWide, chosen)
  const [options, setOptions] = useViewOptions(planId)
  const [isSidebarOpen, setSidebarOpen] = useState(true)
  const { isFull, toggle } = useFullscreen()
  const refused = () => void toast.error('The browser did not allow full screen')
  return {
    /** Room for two things side by side. */
    isWide,
    layout,
    setLayout,
    hasGraph: layout !== 'tree' && !isEmpty,
    hasTree: layout !== 'graph' && !isEmpty,
    options,
    setOptions,
    isSidebarOpen,
    setSidebarOpen,
    isFull,
    /** Absent where the browser does not offer it. */
    toggleFull: toggle && (() => void toggle().catch(refused)),
  }
}

export type WorkspaceView = ReturnType<typeof useWorkspaceView>

import { useState } from 'react'
import { layoutIn, ROOM_FOR_THREE, useLayoutMode, WIDE } from '../data/layoutMode.ts'
import { useViewOptions } from '../data/viewOptions.ts'
import { useFullscreen } from '../lib/fullscreen.ts'
import { useMediaQuery } from '../lib/mediaQuery.ts'
import { toast } from '../ui/Toast.tsx'

/** How the plan is looked at: layout and options as this browser remembers them, the sidebar, the whole screen. */
export function useWorkspaceView(planId: string, isEmpty: boolean) {
  const isWide = useMediaQuery(WIDE)
  const hasRoomForThree = useMediaQuery(ROOM_FOR_THREE)
  const [chosen, setLayout] = useLayoutMode(planId)
  const layout = layoutIn(isWide, chosen)
  const [options, setOptions] = useViewOptions(planId)
  const [isSidebarOpen, setSidebarOpen] = useState(true)
  const { isFull, toggle } = useFullscreen()
  const refused = () => void toast.error('The browser did not allow full screen')
  return {
    /** Room for two things side by side. */
    isWide,
    /** Room for tree, graph and panel. */
    hasRoomForThree,
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

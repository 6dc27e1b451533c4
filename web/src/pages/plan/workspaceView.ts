import { useCallback, useRef, useState } from 'react'
import { useFullscreen } from '../../lib/fullscreen.ts'
import { useMediaQuery } from '../../lib/mediaQuery.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { toast } from '../../ui/Toast.tsx'
import { type LayoutMode, layoutIn, ROOM_FOR_THREE, useLayoutMode, WIDE } from '../../view-state/layoutMode.ts'
import { useViewOptions } from '../../view-state/viewOptions.ts'
import { nodeAt } from '../nodeAt.ts'

const SIDEBAR_KEY = 'sidebar'

/** The view of a plan: layout, view options, sidebar and full screen. This browser remembers all but the last. */
export function useWorkspaceView(planId: string, { isEmpty, isNodeOpen }: { isEmpty: boolean; isNodeOpen: boolean }) {
  const isWide = useMediaQuery(WIDE)
  const hasRoomForThree = useMediaQuery(ROOM_FOR_THREE)
  const [chosen, chooseLayout] = useLayoutMode(planId)
  const leftNode = useRef<string | null>(null)
  const setLayout = (mode: LayoutMode) => {
    leftNode.current = nodeAt(document.activeElement)
    chooseLayout(mode)
  }
  const layout = layoutIn(isWide, chosen)
  const [options, setOptions] = useViewOptions(planId)
  const [hasInsights, setInsights] = useState(() => {
    const stored = readStored(SIDEBAR_KEY)
    return stored === null ? hasRoomForThree : stored !== 'closed'
  })
  const [hasPanel, setPanel] = useState(true)
  const toggleSidebar = () => {
    if (isNodeOpen) return setPanel(!hasPanel)
    writeStored(SIDEBAR_KEY, hasInsights ? 'closed' : 'open')
    setInsights(!hasInsights)
  }
  const { isFull, toggle } = useFullscreen()
  const refused = () => void toast.error('Your browser blocked full screen')
  return {
    /** Whether the window fits two panes side by side. */
    isWide,
    /** Whether the window fits tree, graph and panel. */
    hasRoomForThree,
    layout,
    setLayout,
    /** The node whose row or card had the focus when the layout was changed. */
    leftNode,
    hasGraph: layout !== 'tree' && !isEmpty,
    hasTree: layout !== 'graph' && !isEmpty,
    options,
    setOptions,
    /** Whether the sidebar shows the insights while no node is open. */
    hasInsights,
    /** Whether the sidebar shows the open node. */
    hasPanel,
    isSidebarOpen: isNodeOpen ? hasPanel : hasInsights,
    toggleSidebar,
    showPanel: useCallback(() => setPanel(true), []),
    isFull,
    /** Undefined if the browser does not support it. */
    toggleFull: toggle && (() => void toggle().catch(refused)),
  }
}

export type WorkspaceView = ReturnType<typeof useWorkspaceView>

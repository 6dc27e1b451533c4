import { useEffect, useRef } from 'react'
import { focusNodeInView, focusPanel, focusTreeOrGraph } from '../../lib/planFocus.ts'

/**
 * Keeps the focus when the panel that had it closes or shows another node. It goes to the new panel; without one to the
 * node's row or card, or into the tree if the node was deleted.
 */
export function usePanelFocus(panelId: string | null): void {
  const last = useRef(panelId)
  useEffect(() => {
    const before = last.current
    last.current = panelId
    if (before === panelId || document.activeElement !== document.body) return
    if (panelId !== null) focusPanel(panelId)
    else if (before !== null && !focusNodeInView(before) && !focusTreeOrGraph()) document.querySelector('main')?.focus()
  }, [panelId])
}

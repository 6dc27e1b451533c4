import { useEffect, useRef } from 'react'

/**
 * Moves the focus to the node's row or card when the panel closes with the focus in it, or into the tree if the node was
 * deleted.
 */
export function usePanelFocus(panelId: string | null): void {
  const last = useRef(panelId)
  useEffect(() => {
    const closed = panelId === null ? last.current : null
    last.current = panelId
    if (closed === null || document.activeElement !== document.body) return
    const places = document.querySelectorAll<HTMLElement>(
      `[role=treeitem][data-id="${closed}"], [data-card="${closed}"]`,
    )
    const place = [...places].find((element) => element.checkVisibility())
    const other = document.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]') ?? document.querySelector('main')
    ;(place ?? other)?.focus({ preventScroll: true })
  }, [panelId])
}

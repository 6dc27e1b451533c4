import { useEffect, useRef } from 'react'

/** When the panel closes and takes the focus along, the focus goes on at the node's row, else at its card. */
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
    place?.focus({ preventScroll: true })
  }, [panelId])
}

import { type RefObject, useEffect, useRef } from 'react'
import { useLatest } from '../../../lib/useLatest.ts'

const EVENTS = ['mousedown', 'click', 'dblclick'] as const

/**
 * Completes a double click on a card whose second click lands beside it, because the first one has opened the panel of the
 * node there or has moved the canvas. Returns the function that takes the card of each click.
 */
export function useSecondClick(
  area: RefObject<HTMLElement | null>,
  onDoubleClick: (id: string) => void,
): (id: string) => void {
  const clickedId = useRef<string | null>(null)
  const latest = useLatest(onDoubleClick)
  useEffect(() => {
    const handle = (event: MouseEvent) => {
      const { target, detail, type } = event
      const { current: id } = clickedId
      if (id === null) return
      const isOnCard = target instanceof Element && target.closest(`[data-card="${id}"]`) !== null
      // Browsers count clicks by place and time, whatever is under them.
      if (detail !== 2 || isOnCard || !isUncovered(area.current)) {
        if (type === 'mousedown') clickedId.current = null
        return
      }
      event.preventDefault()
      event.stopPropagation()
      if (type === 'click') latest.current(id)
    }
    for (const type of EVENTS) window.addEventListener(type, handle, true)
    return () => {
      for (const type of EVENTS) window.removeEventListener(type, handle, true)
    }
  }, [area])
  return (id) => {
    clickedId.current = id
  }
}

/** Whether the graph can be used. In narrow windows, the panel covers it. */
function isUncovered(area: HTMLElement | null): boolean {
  if (!area || area.closest('[inert]')) return false
  const { left, top, width, height } = area.getBoundingClientRect()
  return area.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}

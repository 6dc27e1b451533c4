import { useEffect } from 'react'
import { useLatest } from '../lib/useLatest.ts'

/** What floats above the page: menus, submenus and popovers. */
const FLOATING = '[data-radix-popper-content-wrapper]'

/** Lets a tap outside an open menu or popover only close it. A finger often hits something else there. */
export function useDismissingTap(isOpen: boolean, onDismiss: () => void): void {
  const latest = useLatest(onDismiss)
  useEffect(() => {
    if (!isOpen) return
    const handleDown = (event: PointerEvent) => {
      const isInside = event.target instanceof Element && event.target.closest(FLOATING) !== null
      if (event.pointerType === 'touch' && !isInside) swallowTap(() => latest.current())
    }
    window.addEventListener('pointerdown', handleDown, true)
    return () => window.removeEventListener('pointerdown', handleDown, true)
  }, [isOpen])
}

/** Swallows the click of the finger that just came down, unless it scrolls. The panel may have closed by then. */
function swallowTap(onTap: () => void): void {
  const stop = new AbortController()
  const options = { capture: true, signal: stop.signal }
  const handleClick = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
    stop.abort()
    onTap()
  }
  window.addEventListener('click', handleClick, options)
  for (const type of ['pointercancel', 'pointerdown']) window.addEventListener(type, () => stop.abort(), options)
}

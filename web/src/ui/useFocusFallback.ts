import { type FocusEvent, useEffect, useRef } from 'react'

const FOCUSABLE = 'a[href], button:not([disabled]), input:not([disabled]), textarea:not([disabled]), [tabindex="0"]'

/**
 * Moves the focus to the nearest remaining control when the focused element is removed and nothing else takes the focus.
 * For parts of the page in which editors open and close.
 */
export function useFocusFallback<T extends HTMLElement>() {
  const part = useRef<T>(null)
  /** The focused element and its ancestors, innermost first. */
  const path = useRef<Element[]>([])
  useEffect(() => {
    const root = part.current
    if (!root) return
    const observer = new MutationObserver(() => {
      const [last] = path.current
      if (!last || last.isConnected || document.activeElement !== document.body) return
      const control = nearestControl(path.current)
      path.current = []
      control?.focus({ preventScroll: true })
    })
    observer.observe(root, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return {
    ref: part,
    onFocus: ({ target, currentTarget }: FocusEvent<T>) => {
      // Focus events from portals, such as menus, bubble up here too.
      if (currentTarget.contains(target)) path.current = pathTo(target, currentTarget)
    },
    // React fires no blur for elements it removes, so here the user has moved on.
    onBlur: () => {
      path.current = []
    },
  }
}

/** The first control in the innermost of these elements that is still there and has one. */
export function nearestControl(path: readonly Element[]): HTMLElement | undefined {
  for (const element of path) {
    const control = element.isConnected && element.querySelector<HTMLElement>(FOCUSABLE)
    if (control) return control
  }
  return undefined
}

function pathTo(element: Element, root: Element): Element[] {
  const path = [element]
  for (let up = element.parentElement; up && up !== root; up = up.parentElement) path.push(up)
  return [...path, root]
}

import { type FocusEvent, useEffect, useRef } from 'react'

const FOCUSABLE = 'a[href], button:not([disabled]), input:not([disabled]), textarea:not([disabled]), [tabindex="0"]'

/**
 * For a part of the page in which editors come and go: when what had the focus is taken away and nothing else takes it, the focus
 * goes to the first thing beside it.
 */
export function useKeptFocus<T extends HTMLElement>() {
  const part = useRef<T>(null)
  /** What has the focus, and what it is in, from within to without. */
  const path = useRef<Element[]>([])
  useEffect(() => {
    const root = part.current
    if (!root) return
    const observer = new MutationObserver(() => {
      const [last] = path.current
      if (!last || last.isConnected || document.activeElement !== document.body) return
      const beside = path.current.find((element) => element.isConnected) ?? root
      path.current = []
      beside.querySelector<HTMLElement>(FOCUSABLE)?.focus({ preventScroll: true })
    })
    observer.observe(root, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return {
    ref: part,
    onFocus: ({ target, currentTarget }: FocusEvent<T>) => {
      // What is drawn elsewhere, a menu, bubbles up here as well.
      if (currentTarget.contains(target)) path.current = pathTo(target, currentTarget)
    },
    // React is silent about what it takes away itself: this is somebody who goes elsewhere.
    onBlur: () => {
      path.current = []
    },
  }
}

function pathTo(element: Element, root: Element): Element[] {
  const path = [element]
  for (let up = element.parentElement; up && up !== root; up = up.parentElement) path.push(up)
  return [...path, root]
}

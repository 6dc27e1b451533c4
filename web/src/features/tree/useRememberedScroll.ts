import { type RefObject, useLayoutEffect } from 'react'

const remembered = new Map<string, number>()

/** Returns to where the list of a plan was scrolled when it was last shown, until the page is loaded again. */
export function useRememberedScroll(scroller: RefObject<HTMLElement | null>, planId: string) {
  useLayoutEffect(() => {
    const list = scroller.current
    if (!list) return
    const top = remembered.get(planId)
    if (top) list.scrollTop = top
    const handleScroll = () => remembered.set(planId, list.scrollTop)
    list.addEventListener('scroll', handleScroll, { passive: true })
    return () => list.removeEventListener('scroll', handleScroll)
  }, [scroller, planId])
}

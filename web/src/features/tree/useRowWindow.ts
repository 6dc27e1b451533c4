// Determines which rows of a long list to render. All rows have the same height.
import { type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'

/** Rows rendered beyond the visible ones. The range moves in steps of this size, so that scrolling renders rarely. */
const OVERSCAN = 4

interface Options {
  scroller: RefObject<HTMLElement | null>
  count: number
  /** px */
  rowHeight: number
  /** Rows that are always rendered, such as the focused one. */
  always: readonly number[]
}

/** Returns the indexes of the rows to render, in order, and a function that scrolls a row into view. */
export function useRowWindow({ scroller, count, rowHeight, always }: Options) {
  const [seen, setSeen] = useState({ from: 0, to: 0 })

  const measure = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {}
    const from = (Math.floor(scrollTop / rowHeight / OVERSCAN) - 1) * OVERSCAN
    const to = (Math.ceil((scrollTop + clientHeight) / rowHeight / OVERSCAN) + 1) * OVERSCAN
    setSeen((now) => (now.from === from && now.to === to ? now : { from, to }))
  }, [scroller, rowHeight])

  useLayoutEffect(() => {
    const list = scroller.current
    if (!list) return
    measure()
    // Rendered synchronously, so that the rows appear in the frame that scrolls to them.
    const handleScroll = () => flushSync(measure)
    const resizes = new ResizeObserver(measure)
    list.addEventListener('scroll', handleScroll, { passive: true })
    resizes.observe(list)
    return () => {
      list.removeEventListener('scroll', handleScroll)
      resizes.disconnect()
    }
  }, [scroller, measure])

  const [first = -1, second = -1] = always
  const indexes = useMemo(() => {
    const shown = new Set<number>()
    for (let index = Math.max(seen.from, 0); index < Math.min(seen.to, count); index++) shown.add(index)
    for (const index of [first, second]) if (index >= 0 && index < count) shown.add(index)
    return [...shown].sort((a, b) => a - b)
  }, [seen, count, first, second])

  const show = (index: number) => {
    const list = scroller.current
    if (!list) return
    const top = index * rowHeight
    if (top < list.scrollTop) list.scrollTop = top
    else if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + rowHeight - list.clientHeight
  }

  return { indexes, show }
}

import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { TreeRow } from './treeRows.ts'

/**
 * Keeps the first visible row in place when rows above it come or go, or when the list itself moves because the header
 * above it wraps, so that a click does not hit another row. Browsers do this only for rows that they position. At the top
 * new rows push the others down.
 */
export function useScrollAnchor(scroller: RefObject<HTMLElement | null>, rows: readonly TreeRow[], rowHeight: number) {
  /** The rows before the change, and how far the list was scrolled: a shorter list has been moved by now. */
  const before = useRef({ rows, top: 0 })

  useLayoutEffect(() => {
    const list = scroller.current
    if (!list) return
    const handleScroll = () => {
      before.current.top = list.scrollTop
    }
    list.addEventListener('scroll', handleScroll, { passive: true })
    let place = list.getBoundingClientRect().top
    const observer = new ResizeObserver(() => {
      const now = list.getBoundingClientRect().top
      list.scrollTop += now - place
      place = now
    })
    observer.observe(list)
    return () => {
      list.removeEventListener('scroll', handleScroll)
      observer.disconnect()
    }
  }, [scroller])

  useLayoutEffect(() => {
    const { rows: known, top } = before.current
    if (known === rows) return
    before.current.rows = rows
    const list = scroller.current
    if (!list || top === 0) return
    const first = Math.floor(top / rowHeight)
    const end = Math.ceil((top + list.clientHeight) / rowHeight)
    for (const [offset, { id }] of known.slice(first, end).entries()) {
      const now = rows.findIndex((row) => row.id === id)
      if (now < 0) continue
      const moved = (now - first - offset) * rowHeight
      if (moved !== 0) list.scrollTop = before.current.top = top + moved
      return
    }
  }, [scroller, rows, rowHeight])
}

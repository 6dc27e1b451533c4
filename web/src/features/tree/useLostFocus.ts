import { type FocusEvent, useEffect, useRef } from 'react'
import type { TreeRow } from './treeRows.ts'

/** When the focused row is removed and nothing else takes the focus, focuses the row in its place. */
export function useLostFocus(rows: readonly TreeRow[], focusRow: (id: string) => void) {
  /** The row with the focus, and its index. */
  const last = useRef<{ id: string; index: number } | null>(null)
  useEffect(() => {
    if (last.current === null) return
    const { id, index } = last.current
    const now = rows.findIndex((row) => row.id === id)
    if (now >= 0) {
      last.current = { id, index: now }
      return
    }
    last.current = null
    const next = rows[Math.min(index, rows.length - 1)]
    if (next && document.activeElement === document.body) focusRow(next.id)
  }, [rows, focusRow])
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const id = target.closest<HTMLElement>('[role=treeitem]')?.dataset.id
      last.current = id === undefined ? null : { id, index: rows.findIndex((row) => row.id === id) }
    },
    // React fires no blur for elements it removes, so here the user has moved on.
    onBlur: () => {
      last.current = null
    },
  }
}

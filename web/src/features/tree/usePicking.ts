import { useMemo, useRef } from 'react'
import { useLatest } from '../../lib/useLatest.ts'
import type { Selection } from '../../view-state/selection.ts'
import type { TreeTools } from './TreeContext.ts'
import { DRAFT_ID, type Tree } from './useTree.ts'

/** Multiple selection of rows: Ctrl toggles one, Shift selects a range. Stable while the tree is open. */
export function usePicking(selection: Selection, tree: Tree) {
  const latest = useLatest(tree)
  /** The anchor of a range. */
  const anchor = useRef<string | null>(null)

  return useMemo(() => {
    const ids = () => latest.current.rows.map(({ id }) => id).filter((id) => id !== DRAFT_ID)
    const rangeTo = (id: string, from: string | undefined): string[] => {
      const isBegun = selection.ids.size > 1 && anchor.current !== null && selection.ids.has(anchor.current)
      if (from !== undefined && !isBegun) anchor.current = from
      const all = ids()
      const begin = all.indexOf(anchor.current ?? id)
      const end = all.indexOf(id)
      return begin < 0 ? [id] : all.slice(Math.min(begin, end), Math.max(begin, end) + 1)
    }
    const tools: Pick<TreeTools, 'onPick' | 'onPickAll' | 'onPickNone'> = {
      onPick: (id, how, from) => {
        if (how === 'toggle') {
          anchor.current = id
          return selection.toggle(id)
        }
        const range = rangeTo(id, from)
        selection.set(new Set([...(how === 'add-range' ? selection.ids : []), ...range]))
      },
      onPickAll: () => {
        const { matches } = latest.current
        // With a filter, ancestors are shown for context and not selected.
        selection.set(new Set(matches ? ids().filter((id) => matches.has(id)) : ids()))
      },
      onPickNone: () => {
        const { isOpen } = selection
        if (isOpen) selection.clear()
        return isOpen
      },
    }
    return {
      tools,
      /** Opening a row selects only that row and sets the anchor. */
      only: (id: string) => {
        anchor.current = id
        selection.only(id)
      },
    }
  }, [selection])
}

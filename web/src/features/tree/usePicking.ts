import { useMemo, useRef } from 'react'
import { useLatest } from '../../lib/useLatest.ts'
import type { Selection } from '../../view-state/selection.ts'
import type { TreeTools } from './TreeContext.ts'
import { DRAFT_ID, type Tree } from './useTree.ts'

/** Selecting several rows as lists do it: Ctrl adds one, Shift goes on from the row where it began. The same object while the tree is open. */
export function usePicking(selection: Selection, tree: Tree) {
  const latest = useLatest(tree)
  /** Where a range begins. */
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
        // While filtering, the rows above a match only say where it is.
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
      /** A row that is opened is the only selected one, and where the next range begins. */
      only: (id: string) => {
        anchor.current = id
        selection.only(id)
      },
    }
  }, [selection])
}

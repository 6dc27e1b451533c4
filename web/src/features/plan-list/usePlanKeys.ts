import { type RefObject, useEffect } from 'react'
import { isShortcut } from '../../lib/shortcuts.ts'
import { useLatest } from '../../lib/useLatest.ts'

/** Shortcuts of My Plans that are not commands, listed in the help. */
export const PLAN_KEYS = [
  { group: 'My Plans', keys: ['J', '↓'], label: 'Next plan' },
  { group: 'My Plans', keys: ['K', '↑'], label: 'Previous plan' },
  { group: 'My Plans', keys: ['Enter'], label: 'Open plan' },
  { group: 'My Plans', keys: ['X'], label: 'Select plan' },
  { group: 'My Plans', keys: ['Esc'], label: 'Clear selection' },
]

interface Actions {
  onSelect: (index: number) => void
  onClear: (() => void) | undefined
}

/** Keyboard navigation: J, K and the arrow keys move between plans, also in the grid. X selects the focused plan. */
export function usePlanKeys(list: RefObject<HTMLUListElement | null>, actions: Actions): void {
  const latest = useLatest(actions)
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const rows = [...(list.current?.children ?? [])] as HTMLElement[]
      const at = rows.findIndex((row) => row.contains(document.activeElement))
      // Outside the list the arrow keys scroll the page, and other keys belong to the focused element.
      const isFree = document.activeElement === document.body || document.activeElement?.id === 'main'
      if (rows.length === 0 || event.shiftKey) return
      if (isShortcut(event, 'x') && at >= 0) {
        event.preventDefault()
        return latest.current.onSelect(at)
      }
      if (isShortcut(event, 'Escape') && latest.current.onClear) return latest.current.onClear()
      const step = stepOf(event, rows)
      const isLetter = event.key.length === 1
      if (step === 0 || (at < 0 && !isFree && !isLetter)) return
      event.preventDefault()
      const next = at < 0 ? 0 : at + step
      rows[next]?.querySelector('a')?.focus()
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [list])
}

/** Returns how many plans a key moves by. In the grid, up and down move by one row of cards. */
function stepOf(event: KeyboardEvent, rows: readonly HTMLElement[]): number {
  const top = rows[0]?.offsetTop
  const inALine = rows.filter(({ offsetTop }) => offsetTop === top).length
  const columns = inALine < rows.length || rows.length > 3 ? Math.min(inALine, 3) : 1
  if (isShortcut(event, 'j')) return 1
  if (isShortcut(event, 'k')) return -1
  if (isShortcut(event, 'ArrowDown')) return columns
  if (isShortcut(event, 'ArrowUp')) return -columns
  if (inALine > 1 && isShortcut(event, 'ArrowRight')) return 1
  if (inALine > 1 && isShortcut(event, 'ArrowLeft')) return -1
  return 0
}

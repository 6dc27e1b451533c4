import type { Plan } from '@cairn/contract/api/plans'
import { type FocusEvent, useEffect, useRef } from 'react'
import { useLatest } from '../../lib/useLatest.ts'

const isLost = () => document.activeElement === null || document.activeElement === document.body

/**
 * When the focused row is removed, focuses the row in its place, and the removed one if it comes back, as after a failed
 * deletion. Calls `onLost` if no row is left.
 */
export function useRowFocus(plans: readonly Plan[], onLost: () => void) {
  const list = useRef<HTMLUListElement>(null)
  const last = useRef<{ id: string | undefined; index: number }>({ id: undefined, index: 0 })
  const latest = useLatest(onLost)
  /** The removed row that had the focus, and the link that got it. */
  const removed = useRef<{ id: string; link: Element | null } | null>(null)

  useEffect(() => {
    const focusRow = (at: number) => list.current?.children[at]?.querySelector('a')?.focus()
    const { current: away } = removed
    const back = away ? plans.findIndex((plan) => plan.id === away.id) : -1
    if (away && back >= 0) {
      removed.current = null
      if (document.activeElement === away.link) focusRow(back)
    }
    const { id, index } = last.current
    if (id === undefined || !isLost() || plans.some((plan) => plan.id === id)) return
    focusRow(Math.min(index, plans.length - 1))
    removed.current = { id, link: document.activeElement }
  }, [plans])
  useEffect(() => () => void (last.current.id !== undefined && isLost() && latest.current()), [])

  const onFocus = ({ target, currentTarget }: FocusEvent<HTMLUListElement>) => {
    // A row's menu is not inside the list element.
    const index = [...currentTarget.children].findIndex((row) => row.contains(target))
    if (index >= 0) last.current = { id: plans[index]?.id, index }
  }
  return { ref: list, onFocus }
}

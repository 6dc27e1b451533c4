import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useLatest } from '../lib/useLatest.ts'

/**
 * For a toolbar that acts on what is selected: when it closes with the focus in it, the focus returns to where the
 * selection was last changed. `onLost` is called if that is gone.
 */
export function useReturnFocus(bar: RefObject<HTMLElement | null>, selected: unknown, onLost: () => void): void {
  const origin = useRef<Element | null>(null)
  const latest = useLatest(onLost)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the selection changes.
  useLayoutEffect(() => {
    const focused = document.activeElement
    const isOutside = !bar.current?.contains(focused) && !focused?.closest('[role=menu], [role=dialog]')
    if (focused !== document.body && isOutside) origin.current = focused
  }, [bar, selected])
  useEffect(
    () => () => {
      // After the menu of the bar that closes with it.
      setTimeout(() => {
        if (document.activeElement !== document.body) return
        if (origin.current instanceof HTMLElement && origin.current.isConnected)
          origin.current.focus({ preventScroll: true })
        else latest.current()
      }, 0)
    },
    [],
  )
}

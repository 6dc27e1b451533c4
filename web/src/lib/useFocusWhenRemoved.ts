import { type RefObject, useEffect } from 'react'

/** Gives the focus to the list when a row of it is removed with the focus in it. The list needs a `tabIndex`. */
export function useFocusWhenRemoved(list: RefObject<HTMLElement | null>): void {
  useEffect(
    () => () => {
      const focused = document.activeElement
      // Within a dialog the dialog gets the focus of what is removed.
      if (list.current && focused !== list.current && focused?.contains(list.current))
        list.current.focus({ preventScroll: true })
    },
    [list],
  )
}

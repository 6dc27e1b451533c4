import { useLayoutEffect, useRef } from 'react'

/** The keys of the title inputs of the tree, for screen readers. */
export const EDIT_KEYS = 'Enter saves and adds a node below. Tab and Shift Tab change the level. Escape cancels.'

/** An input that selects its text on mount and keeps the focus while its row moves within the list. */
export function useRowInput() {
  const input = useRef<HTMLInputElement>(null)
  const isMoving = useRef(false)
  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true })
    input.current?.select()
  }, [])
  useLayoutEffect(() => {
    if (!isMoving.current) return
    isMoving.current = false
    input.current?.focus({ preventScroll: true })
  })
  return { input, isMoving }
}

import { useLayoutEffect, useRef } from 'react'

/** A field that has the focus, with its text selected, and keeps it while its row is moved elsewhere in the list. */
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

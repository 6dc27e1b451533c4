import { useLayoutEffect, useRef } from 'react'

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

import { type RefObject, useInsertionEffect, useRef } from 'react'

/** A value as it was last drawn, for handlers and effects that outlive a rendering. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  // Before every other effect of the same rendering, which may read it.
  useInsertionEffect(() => {
    latest.current = value
  })
  return latest
}

import { type RefObject, useInsertionEffect, useRef } from 'react'

/** The value of the last render, for handlers and effects that outlive a render. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  // Runs before all other effects of the same render, which may read it.
  useInsertionEffect(() => {
    latest.current = value
  })
  return latest
}

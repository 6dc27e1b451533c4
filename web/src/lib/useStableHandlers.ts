import { useState } from 'react'
import { useLatest } from './useLatest.ts'

// None may be undefined: a library acts on whether it has a handler.
type Handlers = Record<string, (...args: never[]) => unknown>

/** The same functions in every render, which call those of the last one. For children that render again for new handlers. */
export function useStableHandlers<T extends Handlers>(handlers: T): T {
  const latest = useLatest(handlers)
  const [stable] = useState(() => {
    const call =
      (name: string) =>
      (...args: never[]) =>
        latest.current[name]?.(...args)
    return Object.fromEntries(Object.keys(handlers).map((name) => [name, call(name)])) as T
  })
  return stable
}

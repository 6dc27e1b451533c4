import { useEffect } from 'react'
import { useAddress } from '../lib/useAddress.ts'
import { withFilter } from './nodeFilter.ts'
import { type PlanFilter, useFilter } from './planFilter.ts'

/** Delay after the last keystroke. */
const QUIET_MS = 400

/** Mirrors the filter in the URL, so links and reloads keep it. Adds no history entry. */
export function FilterInAddress({ filter: source }: { filter: PlanFilter }): null {
  const filter = useFilter(source)
  const { location, change } = useAddress()
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when something else has changed the address.
  useEffect(() => {
    const timer = setTimeout(() => {
      change(
        (now) => {
          const search = new URLSearchParams(now.search)
          const next = withFilter(search, filter).toString()
          // Compared decoded, because a comma may be escaped.
          return next === search.toString() ? null : { ...now, search: next }
        },
        { replace: true },
      )
    }, QUIET_MS)
    return () => clearTimeout(timer)
  }, [filter, location.search, change])
  return null
}

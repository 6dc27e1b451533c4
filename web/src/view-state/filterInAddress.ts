import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useLatest } from '../lib/useLatest.ts'
import { withFilter } from './nodeFilter.ts'
import { type PlanFilter, useFilter } from './planFilter.ts'

/** Delay after the last keystroke. */
const QUIET_MS = 400

/** Mirrors the filter in the URL, so links and reloads keep it. Adds no history entry. */
export function FilterInAddress({ filter: source }: { filter: PlanFilter }): null {
  const filter = useFilter(source)
  const location = useLocation()
  const navigate = useNavigate()
  const latest = useLatest(location)
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when something else has changed the address.
  useEffect(() => {
    const timer = setTimeout(() => {
      const { search, state } = latest.current
      const now = new URLSearchParams(search)
      const next = withFilter(now, filter)
      // Compared decoded, because a comma may be escaped.
      if (next.toString() !== now.toString()) void navigate({ search: next.toString() }, { replace: true, state })
    }, QUIET_MS)
    return () => clearTimeout(timer)
  }, [filter, location.search, navigate])
  return null
}

import { useCallback, useEffect } from 'react'
import { type Location, type NavigateOptions, useLocation, useNavigate } from 'react-router'
import { useLatest } from './useLatest.ts'

type Address = Pick<Location, 'search' | 'hash' | 'state'>
type Options = Pick<NavigateOptions, 'replace' | 'flushSync' | 'preventScrollReset'>

/** Where the last change leads until React has rendered it, which takes a while with a large plan. */
let upcoming: { from: string; to: Address } | null = null

/**
 * The address of the page, and a function that changes it. The function gets the address with all earlier changes, also
 * those that are not rendered yet, and returns the next one, or null to leave it.
 */
export function useAddress() {
  const location = useLocation()
  const navigate = useNavigate()
  const latest = useLatest(location)
  const { key } = location
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another address is rendered.
  useEffect(
    () => () => {
      upcoming = null
    },
    [key],
  )
  const change = useCallback(
    (next: (now: Address) => Address | null, options: Options | ((now: Address) => Options) = {}) => {
      const from = latest.current.key
      const now = upcoming?.from === from ? upcoming.to : latest.current
      const to = next(now)
      if (!to) return
      upcoming = { from, to }
      const { search, hash, state } = to
      void navigate({ search, hash }, { ...(typeof options === 'function' ? options(now) : options), state })
    },
    [navigate],
  )
  return { location, change }
}

import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

/** Returns the token stored in a history entry, or null. */
export const linkTokenOf = (state: unknown): string | null => {
  const token = (state as { token?: unknown } | null)?.token
  return typeof token === 'string' ? token : null
}

/**
 * Returns the token of an emailed link (`?token=`), or null. Moves it from the URL into the history entry, where it
 * survives a reload but is not visible or sent as a referrer.
 */
export function useLinkToken(): string | null {
  const [query] = useSearchParams()
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const inAddress = query.get('token')
  useEffect(() => {
    if (inAddress !== null) navigate(pathname, { replace: true, state: { token: inAddress } })
  }, [inAddress, pathname, navigate])
  return inAddress || linkTokenOf(state) || null
}

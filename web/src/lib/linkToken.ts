import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

/** The secret that waits in a history entry, or null. */
export const linkTokenOf = (state: unknown): string | null => {
  const token = (state as { token?: unknown } | null)?.token
  return typeof token === 'string' ? token : null
}

/**
 * The secret of a mailed link (`?token=`), else null. It moves from the address into the history entry: out of sight and of
 * what a browser tells other pages, and still there after a reload.
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

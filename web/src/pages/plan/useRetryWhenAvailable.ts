import { plansApi } from '@cairn/contract/api/plans'
import { useEffect } from 'react'
import { ApiError, call } from '../../lib/api.ts'
import { useLatest } from '../../lib/useLatest.ts'

const INTERVAL_MS = 4_000

/** Tries again by itself once the plan can be read, if its database could not be reached. The error stays until then. */
export function useRetryWhenAvailable(planId: string, error: unknown, retry: () => unknown): void {
  const isUnavailable = error instanceof ApiError && error.status === 503
  const latest = useLatest(retry)
  useEffect(() => {
    if (!isUnavailable) return
    const timer = setInterval(() => {
      call(plansApi.get, { params: { planId } }).then(
        () => latest.current(),
        () => {},
      )
    }, INTERVAL_MS)
    return () => clearInterval(timer)
  }, [planId, isUnavailable])
}

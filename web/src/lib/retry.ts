import { ApiError } from './api.ts'

/** Returns a retry rule for queries: at most `times` retries, and none after a 4xx. */
export const retry =
  (times: number) =>
  (failures: number, error: unknown): boolean =>
    failures < times && !(error instanceof ApiError && error.status >= 400 && error.status < 500)

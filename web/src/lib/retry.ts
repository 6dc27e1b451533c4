import { ApiError } from './api.ts'

/** Whether to try a query again: at most `times`, and never when the server has understood and refused. */
export const retry =
  (times: number) =>
  (failures: number, error: unknown): boolean =>
    failures < times && !(error instanceof ApiError && error.status >= 400 && error.status < 500)

// The calls that undo changes and runs.
import { type UndoResult, undoApi } from '@cairn/contract/api/undo'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, call } from '../lib/api.ts'

/** What undoing a run would do. Read again each time it is asked for. */
export const runUndoQuery = (planId: string, run_id: string) =>
  queryOptions({
    queryKey: ['plan', planId, 'run undo', run_id],
    queryFn: ({ signal }) => call(undoApi.undo, { params: { planId }, body: { run_id, preview: true }, signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** Undoes one change. Returns what is in the way if nothing was undone because of it. */
export async function undoChange(planId: string, change: number, skip_blocked: boolean): Promise<UndoResult | null> {
  try {
    await call(undoApi.undo, { params: { planId }, body: { changes: [change], skip_blocked } })
    return null
  } catch (error) {
    if (error instanceof ApiError && error.code === 'undo_blocked') return error.details as UndoResult
    throw error
  }
}

/** Undoes a run, in as many calls as it takes, except for what others have changed since. Returns the number of events. */
export async function undoRun(planId: string, run_id: string, logs: boolean): Promise<number> {
  let undone = 0
  for (;;) {
    const result: UndoResult = await call(undoApi.undo, {
      params: { planId },
      body: { run_id, logs, skip_blocked: true },
    })
    undone += result.undone
    if (result.left === 0 || result.undone === 0) return undone
  }
}

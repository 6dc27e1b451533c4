// The calls that undo changes and runs.
import type { NodeStatus, NodeType } from '@cairn/contract/api/nodes'
import { nodesApi } from '@cairn/contract/api/nodes'
import { type BlockedEvent, type UndoResult, undoApi } from '@cairn/contract/api/undo'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, call, callWithHeaders } from '../lib/api.ts'
import { changeOf } from '../lib/changes.ts'

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

/** Whether an ordinary edit can set the value back over the later one. */
export const canSetBack = ({ code, was, node_id }: BlockedEvent): boolean =>
  code === 'changed_since' && was !== undefined && node_id !== null

/** Sets blocked values back with ordinary edits, although others have changed them since. Returns the changes. */
export async function setBack(planId: string, blocked: readonly BlockedEvent[]): Promise<(number | null)[]> {
  // The newest event is first, and the oldest one has the value that was there before all of them.
  const oldest = new Map(blocked.map((event) => [`${event.node_id} ${event.field}`, event]))
  const changes: (number | null)[] = []
  for (const { node_id, field, was = null } of oldest.values()) {
    const params = { planId, nodeId: node_id ?? '' }
    const { headers } =
      field === 'status'
        ? await callWithHeaders(nodesApi.setStatus, { params, body: { status: was as NodeStatus } })
        : await callWithHeaders(nodesApi.update, { params, body: fieldOf(field, was) })
    changes.push(changeOf(headers))
  }
  return changes
}

const fieldOf = (field: string | undefined, was: string | null) => {
  if (field === 'title') return { title: was ?? '' }
  return field === 'due_date' ? { due_date: was } : { node_type: was as NodeType }
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

// The calls that undo changes and runs.
import type { NodeStatus, NodeType } from '@cairn/contract/api/nodes'
import { nodesApi } from '@cairn/contract/api/nodes'
import { type BlockedEvent, type UndoResult, undoApi } from '@cairn/contract/api/undo'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, call, callWithHeaders } from '../lib/api.ts'
import { changeOf } from '../lib/changes.ts'
import { conflictOf } from './nodeWrites.ts'

/** What undoing a run would do. Read again each time it is asked for. */
export const runUndoQuery = (planId: string, run_id: string) =>
  queryOptions({
    queryKey: ['plan', planId, 'run undo', run_id],
    queryFn: ({ signal }) => call(undoApi.undo, { params: { planId }, body: { run_id, preview: true }, signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** Undoes one change. `isRefused`: nothing was undone, because of what is in the way. */
export async function undoChange(
  planId: string,
  change: number,
  skip_blocked: boolean,
): Promise<{ result: UndoResult; isRefused: boolean }> {
  try {
    const result = await call(undoApi.undo, { params: { planId }, body: { changes: [change], skip_blocked } })
    return { result, isRefused: false }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'undo_blocked')
      return { result: error.details as UndoResult, isRefused: true }
    throw error
  }
}

/** Whether an ordinary edit can set the value back over the later one. */
export const canSetBack = ({ code, was, node_id }: BlockedEvent): boolean =>
  code === 'changed_since' && was !== undefined && node_id !== null

/** What setting values back has changed, and what it left because others changed it again. */
interface SetBack {
  changes: (number | null)[]
  left: BlockedEvent[]
}

/**
 * Sets blocked values back with ordinary edits, although others have changed them since. Leaves those that are no longer
 * as `blocked` says.
 */
export async function setBack(planId: string, blocked: readonly BlockedEvent[]): Promise<SetBack> {
  // The newest event is first, and the oldest one has the value that was there before all of them.
  const oldest = new Map(blocked.map((event) => [`${event.node_id} ${event.field}`, event]))
  const done: SetBack = { changes: [], left: [] }
  for (const event of oldest.values()) {
    const { change, left } = await setValueBack(planId, event)
    if (left) done.left.push(left)
    else done.changes.push(change)
  }
  return done
}

async function setValueBack(
  planId: string,
  event: BlockedEvent,
): Promise<{ change: number | null; left?: BlockedEvent }> {
  const { field, was = null, now } = event
  const params = { planId, nodeId: event.node_id ?? '' }
  let node = await call(nodesApi.get, { params })
  const value = () => node[field as 'title' | 'status' | 'node_type' | 'due_date']
  while (value() === now)
    try {
      const expected_version = node.version
      const { headers } =
        field === 'status'
          ? await callWithHeaders(nodesApi.setStatus, { params, body: { status: was as NodeStatus, expected_version } })
          : await callWithHeaders(nodesApi.update, { params, body: { ...fieldOf(field, was), expected_version } })
      return { change: changeOf(headers) }
    } catch (error) {
      const current = conflictOf(error)
      if (!current) throw error
      node = current
    }
  return { change: null, left: { ...event, now: value(), node_title: node.title, by: null, at: node.updated_at } }
}

const fieldOf = (field: string | undefined, was: string | null) => {
  if (field === 'title') return { title: was ?? '' }
  return field === 'due_date' ? { due_date: was } : { node_type: was as NodeType }
}

/** Undoes a run, in as many calls as it takes, except for what others have changed since. Returns the numbers of events. */
export async function undoRun(
  planId: string,
  run_id: string,
  logs: boolean,
): Promise<{ undone: number; blocked: number }> {
  let undone = 0
  for (;;) {
    const result: UndoResult = await call(undoApi.undo, {
      params: { planId },
      body: { run_id, logs, skip_blocked: true },
    })
    undone += result.undone
    if (result.left === 0 || result.undone === 0) return { undone, blocked: result.blocked.length }
  }
}

// What the writes of this tab changed in a plan, as the server names it: for undo.
import type { Endpoint } from '@cairn/contract/api/common'

interface ChangeListener {
  onChange: (planId: string, change: number) => void
  onMerge: (planId: string, changes: readonly number[]) => void
  onUndo: (planId: string, changes: readonly number[]) => void
}
const listeners = new Set<ChangeListener>()

type HeaderReader = Pick<Headers, 'get'>

/** The change that a reply names; null if nothing changed. */
export function changeOf(headers: HeaderReader): number | null {
  const change = headers.get('x-change')
  return change === null ? null : Number(change)
}

/** Reports the change that a reply names, if it names one. Undo keeps its own record. */
export function reportChange(
  { path }: Pick<Endpoint, 'path'>,
  planId: string | undefined,
  headers: HeaderReader,
): void {
  if (planId === undefined || path.endsWith('/undo')) return
  const change = changeOf(headers)
  if (change !== null) for (const listener of listeners) listener.onChange(planId, change)
}

/** Makes changes that people see as one action one step of undo. */
export function mergeChanges(planId: string, changes: readonly number[]): void {
  for (const listener of listeners) listener.onMerge(planId, changes)
}

/** Undoes the step of these changes, like the Undo button. */
export function requestUndo(planId: string, changes: readonly number[]): void {
  for (const listener of listeners) listener.onUndo(planId, changes)
}

/** Listens to the changes of this tab. Returns a function that stops it. */
export function watchChanges(listener: ChangeListener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

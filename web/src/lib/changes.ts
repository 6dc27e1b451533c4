// What the writes of this tab changed in a plan, as the server names it: for undo.
import type { Endpoint } from '@cairn/contract/api/common'
import { setUnsaved } from './unsaved.ts'

interface ChangeListener {
  onChange: (planId: string, change: number) => void
  onMerge: (planId: string, changes: readonly number[]) => void
  /** Whether it undoes changes of this plan. */
  onUndo: (planId: string, changes: readonly number[]) => boolean
}
const listeners = new Set<ChangeListener>()

/** The writes under way of this tab, by plan, oldest first. */
const underWay = new Map<string, Set<Promise<unknown>>>()
const writeWatchers = new Set<() => void>()

type HeaderReader = Pick<Headers, 'get'>

/** The change that a reply names; null if nothing changed. */
export function changeOf(headers: HeaderReader): number | null {
  const change = headers.get('x-change')
  return change === null ? null : Number(change)
}

type Params = Readonly<Record<string, string>>

/** Undo keeps its own record. */
const isUndo = ({ path }: Pick<Endpoint, 'path'>): boolean => path.endsWith('/undo')

/** The plan that a call edits; undefined if it edits none. */
export const editedPlan = (endpoint: Endpoint, params: Params = {}): string | undefined =>
  endpoint.method === 'GET' || endpoint.access !== 'plan.edit' || isUndo(endpoint) ? undefined : params.planId

/** Reports the change that the reply of a call names, if it edits a plan: comments and reactions are no steps of undo. */
export function reportChange(endpoint: Endpoint, params: Params | undefined, headers: HeaderReader): void {
  const planId = editedPlan(endpoint, params)
  if (planId === undefined) return
  const change = changeOf(headers)
  if (change !== null) reportSaved(planId, change)
}

/** Reports a change of this tab to a plan. */
export function reportSaved(planId: string, change: number): void {
  for (const listener of listeners) listener.onChange(planId, change)
}

/** Makes changes that people see as one action one step of undo. */
export function mergeChanges(planId: string, changes: readonly number[]): void {
  for (const listener of listeners) listener.onMerge(planId, changes)
}

/** Undoes the step of these changes, like the Undo button. False if the plan is not open. */
export const requestUndo = (planId: string, changes: readonly number[]): boolean =>
  [...listeners].some((listener) => listener.onUndo(planId, changes))

/** Listens to the changes of this tab. Returns a function that stops it. */
export function watchChanges(listener: ChangeListener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Counts a write of this tab as under way until it ends. Returns the same promise. */
export function trackWrite<T>(planId: string, write: Promise<T>): Promise<T> {
  const writes = underWay.get(planId) ?? new Set()
  underWay.set(planId, writes.add(write))
  const tell = () => {
    for (const onChange of writeWatchers) onChange()
  }
  const end = () => {
    writes.delete(write)
    if (writes.size === 0) {
      underWay.delete(planId)
      setUnsaved(`writes ${planId}`, false)
    }
    tell()
  }
  // Leaving the page would cancel it.
  setUnsaved(`writes ${planId}`, true)
  write.then(end, end)
  tell()
  return write
}

/** Whether a write of this tab to the plan is under way. */
export const isWriting = (planId: string): boolean => underWay.has(planId)

/** Calls back when a write begins or ends. */
export function watchWriting(onChange: () => void): () => void {
  writeWatchers.add(onChange)
  return () => void writeWatchers.delete(onChange)
}

/** Waits for the writes that are under way now. Returns what they changed, oldest first, and whether all were saved. */
export async function endOfWrites(planId: string): Promise<{ changes: number[]; areSaved: boolean }> {
  const ends = await Promise.allSettled(underWay.get(planId) ?? [])
  // By then, callers have merged changes that are one step.
  await new Promise((resolve) => setTimeout(resolve))
  return {
    changes: ends.flatMap((end) => (end.status === 'fulfilled' ? changeOfWrite(end.value) : [])),
    areSaved: ends.every(({ status }) => status === 'fulfilled'),
  }
}

function changeOfWrite(answer: unknown): number[] {
  const headers = (answer as { headers?: HeaderReader } | undefined)?.headers
  const change = headers ? changeOf(headers) : null
  return change === null ? [] : [change]
}

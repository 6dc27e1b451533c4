// Reports what the writes of this tab changed in a plan, as the server names it, for undo.
import type { Endpoint } from '@cairn/contract/api/common'

type Listener = (planId: string, change: number) => void
const listeners = new Set<Listener>()

/** Reports the change that a reply names, if it names one. Undo keeps its own record. */
export function reportChange(
  { path }: Pick<Endpoint, 'path'>,
  planId: string | undefined,
  headers: Pick<Headers, 'get'>,
): void {
  if (planId === undefined || path.endsWith('/undo')) return
  const change = headers.get('x-change')
  if (change === null) return
  for (const listener of listeners) listener(planId, Number(change))
}

/** Calls the listener for each change of this tab. Returns a function that stops it. */
export function watchChanges(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

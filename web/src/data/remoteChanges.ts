// Which nodes someone else, or an undo of the user, has just changed, for the rows and cards that are shown.
import type { EventKind, PlanEvent } from '@cairn/contract/api/events'
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'

/** How long a change is marked. */
export const MARK_MS = 2_500
/** More changed nodes than this are not marked: a bulk change is no news about a single node. */
export const MARKS_MAX = 8

export interface RemoteChange {
  /** Null for an undo or redo of the user. */
  name: string | null
  agent: string | null
  /** Another change of the same node is another mark. */
  revision: number
}

const MARKED: ReadonlySet<EventKind> = new Set<EventKind>([
  'node.created',
  'node.updated',
  'node.status_changed',
  'node.moved',
  'node.assigned',
  'node.unassigned',
])

/** The marks of a plan. Only the rows and cards of the marked nodes are notified. */
export class RemoteChanges {
  readonly #marks = new Map<string, RemoteChange>()
  /** Who last changed a node. */
  readonly #authors = new Map<string, string>()
  readonly #watchers = new Map<string, Set<() => void>>()
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()

  at(nodeId: string): RemoteChange | undefined {
    return this.#marks.get(nodeId)
  }

  /** Who last changed the node, if this page has received it. */
  authorOf(nodeId: string): string | undefined {
    return this.#authors.get(nodeId)
  }

  /** Marks what others, or agents of the user, have changed. */
  add(events: readonly PlanEvent[], myId: string | null): void {
    const fresh = new Map<string, RemoteChange>()
    for (const { kind, node_id, actor, via, revision } of events) {
      if (node_id === null || !MARKED.has(kind) || (actor.id === myId && via.kind === 'session')) continue
      this.#authors.set(node_id, via.kind === 'session' ? actor.name : `${via.name} (${actor.name})`)
      fresh.set(node_id, { name: actor.name, agent: via.kind === 'session' ? null : via.name, revision })
    }
    const added = [...fresh.keys()].filter((id) => !this.#marks.has(id)).length
    if (this.#marks.size + added > MARKS_MAX) return
    for (const [nodeId, change] of fresh) this.#set(nodeId, change)
  }

  /** Marks what an undo or redo of the user has brought back. */
  addUndone(nodeIds: readonly string[], change: number): void {
    for (const nodeId of nodeIds) this.#set(nodeId, { name: null, agent: null, revision: change })
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
    this.#marks.clear()
  }

  watch(nodeId: string, onChange: () => void): () => void {
    const watchers = this.#watchers.get(nodeId) ?? new Set()
    this.#watchers.set(nodeId, watchers.add(onChange))
    return () => {
      watchers.delete(onChange)
      if (watchers.size === 0 && this.#watchers.get(nodeId) === watchers) this.#watchers.delete(nodeId)
    }
  }

  #set(nodeId: string, change: RemoteChange): void {
    clearTimeout(this.#timers.get(nodeId))
    this.#marks.set(nodeId, change)
    this.#timers.set(
      nodeId,
      setTimeout(() => {
        this.#timers.delete(nodeId)
        this.#marks.delete(nodeId)
        this.#notify(nodeId)
      }, MARK_MS),
    )
    this.#notify(nodeId)
  }

  #notify(nodeId: string): void {
    for (const onChange of this.#watchers.get(nodeId) ?? []) onChange()
  }
}

export const RemoteChangesContext = createContext<RemoteChanges | null>(null)

/** What has just been changed at a node. */
export function useRemoteChange(nodeId: string): RemoteChange | undefined {
  const changes = useContext(RemoteChangesContext)
  const watch = useCallback(
    (onChange: () => void) => changes?.watch(nodeId, onChange) ?? (() => undefined),
    [changes, nodeId],
  )
  return useSyncExternalStore(watch, () => changes?.at(nodeId))
}

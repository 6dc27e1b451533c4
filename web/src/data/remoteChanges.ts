// Which nodes someone else, or an undo of the user, has just changed, for the rows and cards that are shown.
import type { EventData, EventKind, PlanEvent } from '@cairn/contract/api/events'
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

/** Stored in place of a field name. */
const DELETED = 'deleted'

const MARKED: ReadonlySet<EventKind> = new Set<EventKind>([
  'node.created',
  'node.updated',
  'node.status_changed',
  'node.moved',
  'node.assigned',
  'node.unassigned',
])

/** The marks of a plan, at most `MARKS_MAX` of others' changes. `watch` notifies of one node, `watchAll` of every mark. */
export class RemoteChanges {
  /** Replaced by each change, so that React sees it. */
  #marks: ReadonlyMap<string, RemoteChange> = new Map()
  /** Who last changed a node, and who last changed each of its fields. */
  readonly #authors = new Map<string, string>()
  readonly #watchers = new Map<string, Set<() => void>>()
  readonly #watchersOfAll = new Set<() => void>()
  readonly #timers = new Set<ReturnType<typeof setTimeout>>()

  all(): ReadonlyMap<string, RemoteChange> {
    return this.#marks
  }

  at(nodeId: string): RemoteChange | undefined {
    return this.#marks.get(nodeId)
  }

  /** Who last changed a field of a node, if this page has received it. */
  authorOf(nodeId: string, field: string): string | undefined {
    return this.#authors.get(authorKey(nodeId, field))
  }

  /** Who deleted a node, if this page has received it. */
  deleterOf(nodeId: string): string | undefined {
    return this.#authors.get(authorKey(nodeId, DELETED))
  }

  /** Marks what others, or agents of the user, have changed. */
  add(events: readonly PlanEvent[], myId: string | null): void {
    const fresh = new Map<string, RemoteChange>()
    for (const { kind, node_id, actor, via, revision, data } of events) {
      if (node_id === null) continue
      if (actor.id === myId && via.kind === 'session') {
        this.#authors.delete(authorKey(node_id, DELETED))
        continue
      }
      const author = via.kind === 'session' ? actor.name : `${via.name} (${actor.name})`
      if (kind === 'node.deleted') this.#authors.set(authorKey(node_id, DELETED), author)
      if (!MARKED.has(kind)) continue
      for (const field of fieldsOf(kind, data)) this.#authors.set(authorKey(node_id, field), author)
      fresh.set(node_id, { name: actor.name, agent: via.kind === 'session' ? null : via.name, revision })
    }
    const added = [...fresh.keys()].filter((id) => !this.#marks.has(id)).length
    if (this.#marks.size + added > MARKS_MAX) return
    this.#mark(fresh)
  }

  /** Marks what an undo or redo of the user has brought back. */
  addUndone(nodeIds: readonly string[], change: number): void {
    this.#mark(new Map(nodeIds.map((id) => [id, { name: null, agent: null, revision: change }])))
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#marks = new Map()
  }

  watch(nodeId: string, onChange: () => void): () => void {
    const watchers = this.#watchers.get(nodeId) ?? new Set()
    this.#watchers.set(nodeId, watchers.add(onChange))
    return () => {
      watchers.delete(onChange)
      if (watchers.size === 0 && this.#watchers.get(nodeId) === watchers) this.#watchers.delete(nodeId)
    }
  }

  watchAll(onChange: () => void): () => void {
    this.#watchersOfAll.add(onChange)
    return () => this.#watchersOfAll.delete(onChange)
  }

  #mark(fresh: ReadonlyMap<string, RemoteChange>): void {
    this.#marks = new Map([...this.#marks, ...fresh])
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      const ended = [...fresh].filter(([id, change]) => this.#marks.get(id) === change).map(([id]) => id)
      const rest = new Map(this.#marks)
      for (const id of ended) rest.delete(id)
      this.#marks = rest
      this.#notify(ended)
    }, MARK_MS)
    this.#timers.add(timer)
    this.#notify(fresh.keys())
  }

  #notify(nodeIds: Iterable<string>): void {
    for (const id of nodeIds) for (const onChange of this.#watchers.get(id) ?? []) onChange()
    for (const onChange of this.#watchersOfAll) onChange()
  }
}

const authorKey = (nodeId: string, field: string): string => `${nodeId} ${field}`

/** The fields of a node that an event changes. */
function fieldsOf(kind: EventKind, data: PlanEvent['data']): readonly string[] {
  if (kind !== 'node.updated') return []
  const { after, left_out = [] } = data as EventData['node.updated']
  return [...Object.keys(after), ...left_out]
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

const NONE: ReadonlyMap<string, RemoteChange> = new Map()

/** What has just been changed in the plan, by node. */
export function useRemoteChanges(): ReadonlyMap<string, RemoteChange> {
  const changes = useContext(RemoteChangesContext)
  const watch = useCallback((onChange: () => void) => changes?.watchAll(onChange) ?? (() => undefined), [changes])
  return useSyncExternalStore(watch, () => changes?.all() ?? NONE)
}

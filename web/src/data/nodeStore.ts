// The nodes of one plan in the browser: confirmed by the server, with the user's pending changes on top.
// One reducer (`applyToNodes`) applies both, so an optimistic change and its confirmation give the same result.
import type { EventData, EventKind, PlanEvent } from '@cairn/contract/api/events'
import { applyToNodes, type ReplayNode } from '@cairn/contract/rules/replay'
import { childrenByParent, wouldMakeCycle } from '@cairn/contract/rules/tree'
import { RecentEvents } from './recentEvents.ts'

/** A node in the tree and graph. Long texts may be missing; they are fetched with the single node. */
export type StoredNode = ReplayNode

export type NodeEventKind = Extract<EventKind, `node.${string}`>
/** A change to one node, in the form of the event that will confirm it. */
export type NodeChange = { [K in NodeEventKind]: { kind: K; node_id: string; data: EventData[K] } }[NodeEventKind]

/** An optimistic change that the server has not confirmed yet. */
export interface PendingChange {
  readonly change: NodeChange
  /** The revision that contains it, from the server's reply; null until then. */
  revision: number | null
}

/** The live connection that delivers changes to the nodes. */
export interface Channel {
  /** Reconnects, which delivers every missing event. */
  restart: () => void
}

/** Children by parent, in sibling order; a new object after every change. `null` is the top level. */
export interface Structure {
  children: ReadonlyMap<string | null, readonly string[]>
  /** The plan's root node, if it has one. */
  rootId: string | null
}

export interface NodeCounts {
  total: number
  completed: number
  in_progress: number
  blocked: number
}

/** Parsed from the list's ETag: `epoch` identifies the history that `revision` belongs to. */
export interface ListVersion {
  revision: number
  epoch: string
}

export class PlanNodes {
  /** The revision of the confirmed nodes; -1 before the first load. */
  revision = -1
  /** The epoch of that revision; null before the first load. */
  epoch: string | null = null
  /** Confirms changes while connected. Without it, refetching the list confirms them. */
  channel: Channel | null = null
  #confirmed: NodeMap = new Map()
  /** The nodes as shown: confirmed, with pending changes applied. */
  readonly #shown: NodeMap = new Map()
  /** The nodes that pending changes affect. */
  #overlaid: ReadonlySet<string> = new Set()
  #pending: PendingChange[] = []
  readonly #recent = new RecentEvents()
  #changes = 0
  #structure: Structure | null = null
  #counts: { at: number; counts: NodeCounts } = { at: -1, counts: NO_NODES }
  readonly #watchers = new Map<string, Set<() => void>>()
  readonly #watchersOfAll = new Set<() => void>()
  readonly #awaited = new Set<() => void>()

  get(id: string): StoredNode | undefined {
    return this.#shown.get(id)
  }

  /** All nodes as shown. The map is mutated; `changes` tells when. */
  get all(): ReadonlyMap<string, StoredNode> {
    return this.#shown
  }

  /** Increases with every change to any node. */
  get changes(): number {
    return this.#changes
  }

  get structure(): Structure {
    this.#structure ??= structureOf(this.#shown)
    return this.#structure
  }

  get counts(): NodeCounts {
    if (this.#counts.at === this.#changes) return this.#counts.counts
    const counts = countNodes(this.#shown)
    const before = this.#counts.counts
    const same = (Object.keys(counts) as (keyof NodeCounts)[]).every((key) => counts[key] === before[key])
    this.#counts = { at: this.#changes, counts: same ? before : counts }
    return this.#counts.counts
  }

  /** Calls back when this node changes, is added or is deleted. */
  watch(id: string, onChange: () => void): () => void {
    const watchers = this.#watchers.get(id) ?? new Set()
    this.#watchers.set(id, watchers.add(onChange))
    return () => {
      watchers.delete(onChange)
      if (watchers.size === 0) this.#watchers.delete(id)
    }
  }

  /** Calls back when any node changes. */
  readonly watchAll = (onChange: () => void): (() => void) => {
    this.#watchersOfAll.add(onChange)
    return () => this.#watchersOfAll.delete(onChange)
  }

  /**
   * Loads the list as of a revision and applies the events that arrived during the request.
   * Returns false if a revision is still missing.
   */
  load(rows: readonly StoredNode[], { revision, epoch }: ListVersion): boolean {
    this.enter(epoch)
    // The nodes here are newer than the list.
    if (revision < this.revision) return true
    if (revision > this.revision) this.#recent.skipTo(revision)
    const after = this.#recent.after(revision) ?? []
    const before = this.#confirmed
    this.#confirmed = new Map(rows.map((row) => [row.id, row]))
    this.revision = revision
    const { whole } = this.#confirm(after)
    this.#settle()
    this.#show([...before.keys(), ...this.#confirmed.keys()])
    return whole
  }

  /** Revisions of different epochs cannot be compared, so the list has to be refetched. */
  enter(epoch: string): void {
    if (epoch === this.epoch) return
    this.epoch = epoch
    this.revision = -1
    this.#recent.clear()
    this.#pending = this.#pending.filter(({ revision }) => revision === null)
  }

  /** A response with an earlier revision than this may lack events that never arrived here. */
  get knownSince(): number {
    return this.revision === -1 ? -1 : this.#recent.since
  }

  /** The events after a revision; null if some may be missing. */
  eventsAfter(revision: number): PlanEvent[] | null {
    return this.revision === -1 ? [] : this.#recent.after(revision)
  }

  /** Whether the confirmed nodes reach a revision within a timeout. */
  reaches(revision: number, ms: number): Promise<boolean> {
    if (this.revision >= revision) return Promise.resolve(true)
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer)
        this.#awaited.delete(check)
        resolve(this.revision >= revision)
      }
      const check = () => this.revision >= revision && finish()
      const timer = setTimeout(finish, ms)
      this.#awaited.add(check)
    })
  }

  /**
   * Applies live events in order of revision. `gap`: an earlier one is missing. `partial`: one lacks some of its changes.
   * In both cases the list has to be refetched; the events are stored until then.
   */
  apply(events: readonly PlanEvent[]): 'applied' | 'known' | 'gap' | 'partial' {
    const fresh = events.filter(({ revision }) => revision > this.revision)
    if (fresh.length === 0) return 'known'
    this.#recent.add(fresh)
    const { whole, touched } = this.#confirm(fresh)
    this.#settle()
    this.#show(touched)
    if (whole) return 'applied'
    const next = this.#recent.after(this.revision)?.[0]
    return next?.revision === this.revision + 1 ? 'partial' : 'gap'
  }

  /** Shows a change optimistically, until the confirmed nodes contain it or it is rolled back. */
  applyOptimistic(change: NodeChange): PendingChange {
    const pending: PendingChange = { change, revision: null }
    this.#pending.push(pending)
    this.#show()
    return pending
  }

  /** The server has saved the change in this revision. */
  accept(pending: PendingChange, revision: number): void {
    pending.revision = revision
    this.#settle()
    this.#show()
  }

  /** Rolls back a change that the server rejected. */
  rollBack(pending: PendingChange): void {
    this.#pending = this.#pending.filter((other) => other !== pending)
    this.#show()
  }

  /** Applies consecutive events; not `whole` if one is missing. */
  #confirm(events: readonly PlanEvent[]): { whole: boolean; touched: ReadonlySet<string> } {
    const news = events.filter(({ revision }) => revision > this.revision)
    const gap = news.findIndex(({ revision }, i) => revision !== this.revision + 1 + i)
    const { applied, touched } = applyToNodes(this.#confirmed, gap === -1 ? news : news.slice(0, gap))
    this.revision += applied
    return { whole: applied === news.length, touched }
  }

  /** Removes the changes that the confirmed nodes contain. */
  #settle(): void {
    this.#pending = this.#pending.filter(({ revision }) => revision === null || revision > this.revision)
    for (const check of [...this.#awaited]) check()
  }

  /** Reapplies pending changes on top of confirmed nodes and notifies watchers. `confirmed`: the nodes that changed. */
  #show(confirmed: Iterable<string> = []): void {
    const shown = this.#shown
    const before = new Map<string, StoredNode | undefined>()
    for (const ids of [confirmed, this.#overlaid])
      for (const id of ids) {
        if (!before.has(id)) before.set(id, shown.get(id))
        const node = this.#confirmed.get(id)
        if (node) shown.set(id, node)
        else shown.delete(id)
      }
    const pending = this.#pending.map(({ change }) => asEvent(change))
    // Someone else may have moved the new parent into the branch that this user is moving.
    const fits = ({ kind, node_id, data }: PlanEvent) =>
      kind !== 'node.moved' || node_id === null || !wouldMakeCycle(shown, node_id, data.after.parent_id)
    this.#overlaid = applyToNodes(shown, pending, fits).touched
    // Nodes without pending changes that did not change were already shown as confirmed.
    for (const id of this.#overlaid) if (!before.has(id)) before.set(id, this.#confirmed.get(id))
    for (const [id, node] of before) if (shown.get(id) === node) before.delete(id)
    this.#tell(before)
  }

  #tell(changed: ReadonlyMap<string, StoredNode | undefined>): void {
    if (changed.size === 0) return
    this.#changes += 1
    for (const [id, before] of changed) if (hasMoved(before, this.#shown.get(id))) this.#structure = null
    for (const id of changed.keys()) for (const onChange of this.#watchers.get(id) ?? []) onChange()
    for (const onChange of this.#watchersOfAll) onChange()
  }
}

type NodeMap = Map<string, StoredNode>

const NO_NODES: NodeCounts = { total: 0, completed: 0, in_progress: 0, blocked: 0 }

function countNodes(nodes: ReadonlyMap<string, StoredNode>): NodeCounts {
  const counts = { ...NO_NODES, total: nodes.size }
  for (const { status } of nodes.values()) if (status !== 'not_started') counts[status] += 1
  return counts
}

function structureOf(nodes: ReadonlyMap<string, StoredNode>): Structure {
  const children = new Map<string | null, string[]>()
  for (const [parentId, below] of childrenByParent([...nodes.values()]))
    children.set(
      parentId,
      below.map(({ id }) => id),
    )
  const rootId = children.get(null)?.find((id) => nodes.get(id)?.node_type === 'root') ?? null
  return { children, rootId }
}

const hasMoved = (before: StoredNode | undefined, after: StoredNode | undefined): boolean =>
  before?.parent_id !== after?.parent_id ||
  before?.order_index !== after?.order_index ||
  (before === undefined) !== (after === undefined)

/** The reducer reads kind, node and data only; the server knows the rest. */
const asEvent = (change: NodeChange): PlanEvent => ({
  id: '',
  plan_id: '',
  revision: 0,
  node_title: null,
  actor: { id: '', name: '' },
  via: { kind: 'session' },
  run_id: null,
  change: 0,
  undoes: null,
  created_at: '',
  ...change,
})

// The nodes of one plan in the browser: what the server has told, and on top of it what this person has just done.
// One reducer (`applyToNodes`) serves both, so an optimistic change and its confirmation are the same thing twice.
import type { EventData, EventKind, PlanEvent } from '@cairn/contract/api/events'
import { applyToNodes, type ReplayNode } from '@cairn/contract/rules/replay'
import { childrenByParent } from '@cairn/contract/rules/tree'

/** A node as tree and canvas know it: long texts may be missing, they come with the single node. */
export type StoredNode = ReplayNode

type NodeEventKind = Extract<EventKind, `node.${string}`>
/** A change to one node in the form of the event that will confirm it. */
export type NodeChange = { [K in NodeEventKind]: { kind: K; node_id: string; data: EventData[K] } }[NodeEventKind]

/** A change that is shown but not yet heard of from the server. */
export interface PendingChange {
  readonly change: NodeChange
  /** When the server said yes (`performance.now()`); null while it has not answered. */
  acknowledgedAt: number | null
}

/** Who is under whom, in sibling order; a new object whenever that changes. `null` is the top level. */
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

/** What an ETag of the list says: `epoch` names the history that `revision` belongs to. */
export interface ListVersion {
  revision: number
  epoch: string
}

/** Events kept to bring a list up to date that was read before they came. */
const RECENT_EVENTS_MAX = 1_000

export class PlanNodes {
  /** The revision that the confirmed nodes stand at; -1 before the first load. */
  revision = -1
  /** The history that the revision belongs to; null before the first load. */
  epoch: string | null = null
  /** Whether a live connection confirms changes; without one they are confirmed by reading the list again. */
  isFollowed = false
  #confirmed: NodeMap = new Map()
  /** What is confirmed, with the nodes in it that pending changes make different. */
  readonly #shown: NodeMap = new Map()
  /** The nodes that pending changes make different from what is confirmed. */
  #overlaid: ReadonlySet<string> = new Set()
  #pending: PendingChange[] = []
  #recent: PlanEvent[] = []
  #changes = 0
  #structure: Structure | null = null
  #counts: { at: number; counts: NodeCounts } = { at: -1, counts: NO_NODES }
  readonly #watchers = new Map<string, Set<() => void>>()
  readonly #watchersOfAll = new Set<() => void>()

  get(id: string): StoredNode | undefined {
    return this.#shown.get(id)
  }

  /** Every node as shown; the map is changed in place, `changes` says when. */
  get all(): ReadonlyMap<string, StoredNode> {
    return this.#shown
  }

  /** Grows with every change to any node. */
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

  /** Calls back when this node changes, appears or goes. */
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
   * Takes the list as the server has it at a revision. Events that came while it was on its way are applied on top; changes
   * that the server had accepted before it was asked (`askedAt`) are in it. Answers false when a revision is still missing.
   */
  load(rows: readonly StoredNode[], { revision, epoch }: ListVersion, askedAt: number): boolean {
    this.enter(epoch)
    this.#pending = this.#pending.filter(({ acknowledgedAt }) => acknowledgedAt === null || acknowledgedAt > askedAt)
    // Older than what is here: what is here is the better list.
    if (revision < this.revision) {
      this.#show()
      return true
    }
    const after = this.#recent.filter((event) => event.revision > revision).sort((a, b) => a.revision - b.revision)
    const before = this.#confirmed
    this.#confirmed = new Map(rows.map((row) => [row.id, row]))
    this.revision = revision
    const whole = this.#confirm(after)
    this.#show([...before.keys(), ...this.#confirmed.keys()])
    return whole
  }

  /** In another history revisions say nothing about what is here; the list has to be read again. */
  enter(epoch: string): void {
    if (epoch === this.epoch) return
    this.epoch = epoch
    this.revision = -1
    this.#recent = []
  }

  /**
   * Takes live events in order of revision; many at once cost little more than one. `gap`: an earlier one is missing, or one does not bring all that it changes, so the list has
   * to be read again; the events are kept until then.
   */
  apply(events: readonly PlanEvent[], myId: string | null): 'applied' | 'known' | 'gap' {
    const fresh = events.filter(({ revision }) => revision > this.revision)
    if (fresh.length === 0) return 'known'
    this.#recent.push(...fresh)
    if (this.#recent.length > RECENT_EVENTS_MAX) this.#recent.splice(0, this.#recent.length - RECENT_EVENTS_MAX / 2)
    let whole = true
    const before = recordChanges(this.#confirmed, () => {
      whole = this.#confirm(fresh)
    })
    for (const event of fresh) if (event.actor.id === myId) this.#settle(event)
    this.#show(before.keys())
    return whole ? 'applied' : 'gap'
  }

  /** Shows a change at once. It stays until an event confirms it, a list contains it, or it is withdrawn. */
  attempt(change: NodeChange): PendingChange {
    const pending: PendingChange = { change, acknowledgedAt: null }
    this.#pending.push(pending)
    this.#show()
    return pending
  }

  acknowledge(pending: PendingChange): void {
    pending.acknowledgedAt = performance.now()
  }

  isPending(pending: PendingChange): boolean {
    return this.#pending.includes(pending)
  }

  /** Takes a change back that the server has refused. */
  withdraw(pending: PendingChange): void {
    this.#pending = this.#pending.filter((other) => other !== pending)
    this.#show()
  }

  /** Applies what follows on directly; false when something is missing. */
  #confirm(events: readonly PlanEvent[]): boolean {
    const news = events.filter(({ revision }) => revision > this.revision)
    const gap = news.findIndex(({ revision }, i) => revision !== this.revision + 1 + i)
    const applied = applyToNodes(this.#confirmed, gap === -1 ? news : news.slice(0, gap))
    this.revision += applied
    return applied === news.length
  }

  /** An event of one's own confirms the oldest change of its kind to that node. */
  #settle(event: PlanEvent): void {
    const index = this.#pending.findIndex(
      ({ change }) => change.kind === event.kind && change.node_id === event.node_id,
    )
    if (index >= 0) this.#pending.splice(index, 1)
  }

  /** Lays what is pending over what is confirmed, and tells those who watch; `confirmed` are the nodes that changed beneath. */
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
    const overlaid = recordChanges(shown, () => {
      applyToNodes(
        shown,
        this.#pending.map(({ change }) => asEvent(change)),
      )
    })
    this.#overlaid = new Set(overlaid.keys())
    for (const [id, node] of overlaid) if (!before.has(id)) before.set(id, node)
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

/** What a function changes in a map: each id with what it held before. Costs nothing for the nodes that stay as they are. */
function recordChanges(map: NodeMap, change: () => void): ReadonlyMap<string, StoredNode | undefined> {
  const before = new Map<string, StoredNode | undefined>()
  const note = (id: string) => {
    if (!before.has(id)) before.set(id, map.get(id))
  }
  map.set = (id, node) => {
    note(id)
    return Map.prototype.set.call(map, id, node) as NodeMap
  }
  map.delete = (id) => {
    note(id)
    return Map.prototype.delete.call(map, id)
  }
  try {
    change()
  } finally {
    // The methods of every map are back.
    Reflect.deleteProperty(map, 'set')
    Reflect.deleteProperty(map, 'delete')
  }
  return before
}

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

/** The reducer reads kind, node and data; the rest is only known to the server. */
const asEvent = (change: NodeChange): PlanEvent => ({
  id: '',
  plan_id: '',
  revision: 0,
  node_title: null,
  actor: { id: '', name: '' },
  via: { kind: 'session' },
  run_id: null,
  created_at: '',
  ...change,
})

// Which tasks can be started: one rule for the API, assistants and the web app.
import type { NodeStatus, NodeType } from '../api/nodes.ts'
import { finish } from './steps.ts'

interface PlannedNode {
  id: string
  parent_id: string | null
  node_type: NodeType
  status: NodeStatus
  due_date: string | null
}

interface Held {
  /** Tasks that someone has claimed. */
  held: ReadonlySet<string>
  /** Tasks whose last claim was abandoned: they can be claimed again although they are in progress. */
  abandoned: ReadonlySet<string>
}

interface Dependency {
  source_id: string
  target_id: string
}

/** Nodes and dependencies between two pauses. */
const PAUSE_AFTER = 10_000

/** Why an open task cannot be started. */
export const WAITING_REASONS = [
  'claimed',
  'in_progress',
  'blocked',
  'waits_for',
  'ancestor_blocked',
  'ancestor_waits_for',
] as const
type WaitingReason = (typeof WAITING_REASONS)[number]

/** Why a task cannot be started. `by` is the node that is in the way. */
export type Obstacle = { code: 'not_a_task' | 'completed' | 'in_progress' | 'blocked' | 'claimed' } | InTheWay
type InTheWay = { code: 'waits_for' | 'ancestor_blocked' | 'ancestor_waits_for'; by: string }

/** A node among the others. */
interface TreeEntry<N> {
  node: N
  /** The place in the order of the plan. */
  readonly place: number
  readonly parent: TreeEntry<N> | undefined
  readonly children: TreeEntry<N>[]
  readonly sources: TreeEntry<N>[]
  readonly targets: TreeEntry<N>[]
  /** The open dependency of the node, or what is in the way of everything below an ancestor. */
  inTheWay: InTheWay | undefined
}

/**
 * Finds what is ready: a task that is not started, or in progress with an abandoned claim; no one holds it, every
 * dependency of it and of its ancestors is completed, and no ancestor is blocked. Takes time linear in nodes and edges,
 * and an update in what it affects.
 */
export class ReadyWork<N extends PlannedNode> {
  readonly #entries = new Map<string, TreeEntry<N>>()
  #claims: Held
  /** Those that are ready, in the order of the list; made when it is first asked for. */
  #ready: TreeEntry<N>[] | undefined

  /** `nodes` are all undeleted nodes of a plan, parents before children. */
  constructor(nodes: Iterable<N>, dependencies: Iterable<Dependency>, claims: Held) {
    this.#claims = claims
    finish(this.#add(nodes, dependencies))
  }

  /** The same with pauses, in which the caller can let others run. */
  static *inSteps<N extends PlannedNode>(
    nodes: Iterable<N>,
    dependencies: Iterable<Dependency>,
    claims: Held,
  ): Generator<void, ReadyWork<N>> {
    const work = new ReadyWork<N>([], [], claims)
    yield* work.#add(nodes, dependencies)
    return work
  }

  *#add(nodes: Iterable<N>, dependencies: Iterable<Dependency>): Generator<void> {
    let steps = 0
    const isPause = () => ++steps % PAUSE_AFTER === 0
    for (const node of nodes) {
      if (isPause()) yield
      const parent = node.parent_id === null ? undefined : this.#entries.get(node.parent_id)
      const lists = { children: [], sources: [], targets: [] }
      const entry: TreeEntry<N> = { node, place: this.#entries.size, parent, ...lists, inTheWay: undefined }
      parent?.children.push(entry)
      this.#entries.set(node.id, entry)
    }
    for (const { source_id, target_id } of dependencies) {
      if (isPause()) yield
      const [source, target] = [this.#entries.get(source_id), this.#entries.get(target_id)]
      if (!source || !target) continue
      source.targets.push(target)
      target.sources.push(source)
    }
    for (const entry of this.#entries.values()) {
      if (isPause()) yield
      entry.inTheWay = inTheWayOf(entry)
    }
  }

  /** Undefined if the task is ready, or unknown. */
  obstacleOf(id: string): Obstacle | undefined {
    const entry = this.#entries.get(id)
    return entry && this.#obstacleOf(entry)
  }

  /** How many nodes there are. */
  get size(): number {
    return this.#entries.size
  }

  has(id: string): boolean {
    return this.#entries.has(id)
  }

  /** How many tasks are ready. */
  get count(): number {
    return this.#list().length
  }

  /**
   * The tasks that are ready, or the first of them: those due first come first, then in the order of the plan. With
   * `top`, only that node and those below it.
   */
  list(limit?: number, top: string | null = null): N[] {
    const ready = top === null ? this.#list() : this.#list().filter((entry) => isBelow(entry, top))
    return ready.slice(0, limit).map(({ node }) => node)
  }

  /** The first open tasks that cannot be started, in the order of the plan, each with the reason and the node in the way. */
  waiting(limit: number, top: string | null = null): { node: N; reason: WaitingReason; by: N | undefined }[] {
    const found: { node: N; reason: WaitingReason; by: N | undefined }[] = []
    for (const entry of this.#entries.values()) {
      if (found.length === limit) break
      const obstacle = this.#obstacleOf(entry)
      if (!obstacle || obstacle.code === 'not_a_task' || obstacle.code === 'completed') continue
      if (top !== null && !isBelow(entry, top)) continue
      const by = 'by' in obstacle ? this.#entries.get(obstacle.by)?.node : undefined
      found.push({ node: entry.node, reason: obstacle.code, by })
    }
    return found
  }

  /** New values of known nodes, which stay where they are in the plan, and the claims from now on. */
  update(nodes: Iterable<N>, claims: Held): void {
    const touched = new Set<TreeEntry<N>>()
    for (const node of nodes) {
      const entry = this.#entries.get(node.id)
      if (!entry) throw new Error(`Node ${node.id} is unknown.`)
      const isNew = entry.node.status !== node.status
      entry.node = node
      touched.add(entry)
      if (isNew) spread([...entry.targets, ...entry.children], touched)
    }
    for (const id of [
      ...changes(this.#claims.held, claims.held),
      ...changes(this.#claims.abandoned, claims.abandoned),
    ]) {
      const entry = this.#entries.get(id)
      if (entry) touched.add(entry)
    }
    this.#claims = claims
    if (!this.#ready || touched.size === 0) return
    const ready = this.#ready.filter((entry) => !touched.has(entry))
    for (const entry of touched) if (this.#isReady(entry)) ready.splice(placeIn(ready, entry), 0, entry)
    this.#ready = ready
  }

  #list(): TreeEntry<N>[] {
    this.#ready ??= [...this.#entries.values()].filter((entry) => this.#isReady(entry)).sort(inOrder)
    return this.#ready
  }

  #isReady = (entry: TreeEntry<N>): boolean => entry.node.node_type === 'task' && this.#obstacleOf(entry) === undefined

  #obstacleOf({ node: { id, node_type, status }, inTheWay }: TreeEntry<N>): Obstacle | undefined {
    if (node_type !== 'task') return { code: 'not_a_task' }
    if (this.#claims.held.has(id)) return { code: 'claimed' }
    if (status === 'completed' || status === 'blocked') return { code: status }
    if (status === 'in_progress' && !this.#claims.abandoned.has(id)) return { code: 'in_progress' }
    return inTheWay
  }
}

function isBelow<N extends PlannedNode>(entry: TreeEntry<N>, top: string): boolean {
  for (let at: TreeEntry<N> | undefined = entry; at; at = at.parent) if (at.node.id === top) return true
  return false
}

/** From the node's dependencies and its parent alone. */
function inTheWayOf<N extends PlannedNode>({ sources, parent }: TreeEntry<N>): InTheWay | undefined {
  const open = sources.findLast(({ node }) => node.status !== 'completed')
  if (open) return { code: 'waits_for', by: open.node.id }
  if (parent?.node.status === 'blocked') return { code: 'ancestor_blocked', by: parent.node.id }
  const above = parent?.inTheWay
  return above && { code: above.code === 'ancestor_blocked' ? above.code : 'ancestor_waits_for', by: above.by }
}

/** Finds out again what is in the way of nodes and, where that is new, of those below. */
function spread<N extends PlannedNode>(from: readonly TreeEntry<N>[], touched: Set<TreeEntry<N>>): void {
  const stack = [...from]
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const next = inTheWayOf(entry)
    if (next?.code === entry.inTheWay?.code && next?.by === entry.inTheWay?.by) continue
    entry.inTheWay = next
    touched.add(entry)
    for (const child of entry.children) stack.push(child)
  }
}

const changes = (before: ReadonlySet<string>, after: ReadonlySet<string>): string[] => [
  ...[...before].filter((id) => !after.has(id)),
  ...[...after].filter((id) => !before.has(id)),
]

/** '~' sorts after every date. */
const inOrder = <N extends PlannedNode>(a: TreeEntry<N>, b: TreeEntry<N>): number =>
  compare(a.node.due_date ?? '~', b.node.due_date ?? '~') || a.place - b.place

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Where an entry belongs in a sorted list. */
function placeIn<N extends PlannedNode>(sorted: readonly TreeEntry<N>[], entry: TreeEntry<N>): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (inOrder(sorted[middle] as TreeEntry<N>, entry) < 0) low = middle + 1
    else high = middle
  }
  return low
}

// Which tasks can be started: one rule for the API, assistants and the web app.
import type { NodeStatus, NodeType } from '../api/nodes.ts'
import { finish } from './steps.ts'

interface Ranked {
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
  expired: ReadonlySet<string>
}

interface Dependency {
  source_id: string
  target_id: string
}

/** Nodes and dependencies between two pauses. */
const PAUSE_AFTER = 10_000

/** Why a task cannot be started. `by` is the node that is in the way. */
export type Obstacle = { code: 'not_a_task' | 'completed' | 'in_progress' | 'blocked' | 'claimed' } | InTheWay
type InTheWay = { code: 'waits_for' | 'ancestor_blocked' | 'ancestor_waits_for'; by: string }

/** A node among the others. */
interface Spot<N> {
  node: N
  /** The place in the order of the plan. */
  readonly place: number
  readonly parent: Spot<N> | undefined
  readonly children: Spot<N>[]
  readonly sources: Spot<N>[]
  readonly targets: Spot<N>[]
  /** The open dependency of the node, or what is in the way of everything below an ancestor. */
  inTheWay: InTheWay | undefined
}

/**
 * Finds what is ready: a task that is not started, or in progress with an abandoned claim; no one holds it, every
 * dependency of it and of its ancestors is completed, and no ancestor is blocked. Takes time linear in nodes and edges,
 * and an update in what it affects.
 */
export class ReadyWork<N extends Ranked> {
  readonly #spots = new Map<string, Spot<N>>()
  #claims: Held
  /** Those that are ready, in the order of the list; made when it is first asked for. */
  #ready: Spot<N>[] | undefined

  /** `nodes` are all undeleted nodes of a plan, parents before children. */
  constructor(nodes: Iterable<N>, dependencies: Iterable<Dependency>, claims: Held) {
    this.#claims = claims
    finish(this.#add(nodes, dependencies))
  }

  /** The same with pauses, in which the caller can let others run. */
  static *inSteps<N extends Ranked>(
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
      const parent = node.parent_id === null ? undefined : this.#spots.get(node.parent_id)
      const lists = { children: [], sources: [], targets: [] }
      const spot: Spot<N> = { node, place: this.#spots.size, parent, ...lists, inTheWay: undefined }
      parent?.children.push(spot)
      this.#spots.set(node.id, spot)
    }
    for (const { source_id, target_id } of dependencies) {
      if (isPause()) yield
      const [source, target] = [this.#spots.get(source_id), this.#spots.get(target_id)]
      if (!source || !target) continue
      source.targets.push(target)
      target.sources.push(source)
    }
    for (const spot of this.#spots.values()) {
      if (isPause()) yield
      spot.inTheWay = inTheWayOf(spot)
    }
  }

  /** Undefined if the task is ready, or unknown. */
  obstacleOf(id: string): Obstacle | undefined {
    const spot = this.#spots.get(id)
    return spot && this.#obstacleOf(spot)
  }

  /** How many nodes there are. */
  get size(): number {
    return this.#spots.size
  }

  has(id: string): boolean {
    return this.#spots.has(id)
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
    const ready = top === null ? this.#list() : this.#list().filter((spot) => isBelow(spot, top))
    return ready.slice(0, limit).map(({ node }) => node)
  }

  /** New values of known nodes, which stay where they are in the plan, and the claims from now on. */
  update(nodes: Iterable<N>, claims: Held): void {
    const touched = new Set<Spot<N>>()
    for (const node of nodes) {
      const spot = this.#spots.get(node.id)
      if (!spot) throw new Error(`Node ${node.id} is unknown.`)
      const isNew = spot.node.status !== node.status
      spot.node = node
      touched.add(spot)
      if (isNew) spread([...spot.targets, ...spot.children], touched)
    }
    for (const id of [...changes(this.#claims.held, claims.held), ...changes(this.#claims.expired, claims.expired)]) {
      const spot = this.#spots.get(id)
      if (spot) touched.add(spot)
    }
    this.#claims = claims
    if (!this.#ready || touched.size === 0) return
    const ready = this.#ready.filter((spot) => !touched.has(spot))
    for (const spot of touched) if (this.#isReady(spot)) ready.splice(placeIn(ready, spot), 0, spot)
    this.#ready = ready
  }

  #list(): Spot<N>[] {
    this.#ready ??= [...this.#spots.values()].filter((spot) => this.#isReady(spot)).sort(inOrder)
    return this.#ready
  }

  #isReady = (spot: Spot<N>): boolean => spot.node.node_type === 'task' && this.#obstacleOf(spot) === undefined

  #obstacleOf({ node: { id, node_type, status }, inTheWay }: Spot<N>): Obstacle | undefined {
    if (node_type !== 'task') return { code: 'not_a_task' }
    if (this.#claims.held.has(id)) return { code: 'claimed' }
    if (status === 'completed' || status === 'blocked') return { code: status }
    if (status === 'in_progress' && !this.#claims.expired.has(id)) return { code: 'in_progress' }
    return inTheWay
  }
}

function isBelow<N extends Ranked>(spot: Spot<N>, top: string): boolean {
  for (let at: Spot<N> | undefined = spot; at; at = at.parent) if (at.node.id === top) return true
  return false
}

/** From the node's dependencies and its parent alone. */
function inTheWayOf<N extends Ranked>({ sources, parent }: Spot<N>): InTheWay | undefined {
  const open = sources.findLast(({ node }) => node.status !== 'completed')
  if (open) return { code: 'waits_for', by: open.node.id }
  if (parent?.node.status === 'blocked') return { code: 'ancestor_blocked', by: parent.node.id }
  const above = parent?.inTheWay
  return above && { code: above.code === 'ancestor_blocked' ? above.code : 'ancestor_waits_for', by: above.by }
}

/** Finds out again what is in the way of nodes and, where that is new, of those below. */
function spread<N extends Ranked>(from: readonly Spot<N>[], touched: Set<Spot<N>>): void {
  const stack = [...from]
  for (let spot = stack.pop(); spot; spot = stack.pop()) {
    const next = inTheWayOf(spot)
    if (next?.code === spot.inTheWay?.code && next?.by === spot.inTheWay?.by) continue
    spot.inTheWay = next
    touched.add(spot)
    for (const child of spot.children) stack.push(child)
  }
}

const changes = (before: ReadonlySet<string>, after: ReadonlySet<string>): string[] => [
  ...[...before].filter((id) => !after.has(id)),
  ...[...after].filter((id) => !before.has(id)),
]

/** '~' sorts after every date. */
const inOrder = <N extends Ranked>(a: Spot<N>, b: Spot<N>): number =>
  compare(a.node.due_date ?? '~', b.node.due_date ?? '~') || a.place - b.place

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Where a spot belongs in a sorted list. */
function placeIn<N extends Ranked>(sorted: readonly Spot<N>[], spot: Spot<N>): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (inOrder(sorted[middle] as Spot<N>, spot) < 0) low = middle + 1
    else high = middle
  }
  return low
}

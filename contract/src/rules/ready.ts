// Which tasks can be started: one rule for the API, assistants and the web app.
import type { NodeStatus, NodeType } from '../api/nodes.ts'

interface Ranked {
  id: string
  parent_id: string | null
  node_type: NodeType
  status: NodeStatus
  due_date: string | null
}

interface Held {
  /** Tasks that somebody has claimed. */
  held: ReadonlySet<string>
  /** Tasks whose last claim has expired: they can be claimed again although they are in progress. */
  expired: ReadonlySet<string>
}

/** Why a task cannot be started. `by` is the node that is in the way. */
export type Obstacle =
  | { code: 'not_a_task' | 'completed' | 'in_progress' | 'blocked' | 'claimed' }
  | { code: 'waits_for' | 'ancestor_blocked' | 'ancestor_waits_for'; by: string }

/**
 * Finds what is ready: a task that is not started, or in progress with an expired claim; nobody holds it, every
 * dependency of it and of its ancestors is completed, and no ancestor is blocked. Takes time linear in nodes and edges.
 */
export class ReadyWork<N extends Ranked> {
  /** The open dependency of a node, or the ancestor that is in the way of all below it. */
  readonly #inTheWay = new Map<string, Obstacle>()
  readonly #nodes = new Map<string, N>()
  readonly #claims: Held

  /** `nodes` are all undeleted nodes of a plan, parents before children. */
  constructor(nodes: Iterable<N>, dependencies: Iterable<{ source_id: string; target_id: string }>, claims: Held) {
    this.#claims = claims
    for (const node of nodes) this.#nodes.set(node.id, node)
    for (const { source_id, target_id } of dependencies) {
      const source = this.#nodes.get(source_id)
      if (source && source.status !== 'completed') this.#inTheWay.set(target_id, { code: 'waits_for', by: source_id })
    }
    for (const { id, parent_id } of this.#nodes.values()) {
      const parent = parent_id === null ? undefined : this.#nodes.get(parent_id)
      if (!parent || this.#inTheWay.has(id)) continue
      const above = this.#inTheWay.get(parent.id)
      if (parent.status === 'blocked') this.#inTheWay.set(id, { code: 'ancestor_blocked', by: parent.id })
      else if (above && 'by' in above)
        this.#inTheWay.set(id, {
          code: above.code === 'ancestor_blocked' ? 'ancestor_blocked' : 'ancestor_waits_for',
          by: above.by,
        })
    }
  }

  /** Undefined if the task is ready, or unknown. */
  obstacleOf(id: string): Obstacle | undefined {
    const node = this.#nodes.get(id)
    if (!node) return undefined
    if (node.node_type !== 'task') return { code: 'not_a_task' }
    if (this.#claims.held.has(id)) return { code: 'claimed' }
    if (node.status === 'completed' || node.status === 'blocked') return { code: node.status }
    if (node.status === 'in_progress' && !this.#claims.expired.has(id)) return { code: 'in_progress' }
    return this.#inTheWay.get(id)
  }

  /** The tasks that are ready: those due first come first, then in the order of the plan. */
  list(): N[] {
    const ready: N[] = []
    for (const node of this.#nodes.values())
      if (node.node_type === 'task' && node.status !== 'completed' && this.obstacleOf(node.id) === undefined)
        ready.push(node)
    // Sorting is stable. '~' sorts after every date.
    return ready.sort((a, b) => compare(a.due_date ?? '~', b.due_date ?? '~'))
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

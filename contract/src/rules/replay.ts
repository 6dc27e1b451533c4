// How events change a plan's nodes. Browsers patch their store with it, and replaying a whole log gives the current
// state.
import type { EventKind, PlanEvent } from '../api/events.ts'
import type { LogType } from '../api/logs.ts'
import type { NodeStatus, PlanNode } from '../api/nodes.ts'
import { SiblingOrder } from './siblings.ts'

/** The part of a node that events change; long texts may be left out (the outline). */
export type ReplayNode = Omit<PlanNode, 'acceptance_criteria' | 'context' | 'agent_instructions'> & Partial<PlanNode>

/** What each kind of event changes in a plan's nodes: their order and counts, their fields, or nothing. */
export const NODE_CHANGES = {
  'plan.created': 'nothing',
  'plan.updated': 'nothing',
  'plan.deleted': 'nothing',
  'plan.restored': 'nothing',
  'plan.transferred': 'nothing',
  'node.created': 'order',
  'node.updated': 'fields',
  'node.status_changed': 'fields',
  'node.moved': 'order',
  'node.deleted': 'order',
  'node.restored': 'order',
  'node.purged': 'nothing',
  'node.duplicated': 'order',
  'node.assigned': 'fields',
  'node.unassigned': 'fields',
  'node.claimed': 'nothing',
  'node.claim_ended': 'nothing',
  'edge.created': 'nothing',
  'edge.updated': 'nothing',
  'edge.deleted': 'nothing',
  'log.added': 'fields',
  'log.updated': 'fields',
  'log.deleted': 'fields',
  'log.restored': 'fields',
  'log.purged': 'nothing',
  'reaction.added': 'nothing',
  'reaction.removed': 'nothing',
  'artifact.added': 'fields',
  'artifact.updated': 'nothing',
  'artifact.deleted': 'fields',
  'artifact.restored': 'fields',
  'artifact.purged': 'nothing',
  'collaborator.added': 'nothing',
  'collaborator.changed': 'nothing',
  'collaborator.removed': 'nothing',
  'collaborator.left': 'nothing',
  'invitation.created': 'nothing',
  'invitation.changed': 'nothing',
  'invitation.removed': 'nothing',
} as const satisfies Record<EventKind, 'order' | 'fields' | 'nothing'>
/** Here, because the schemas of all events would be too much for the web app. */
export const EVENT_KINDS = Object.keys(NODE_CHANGES) as [EventKind, ...EventKind[]]
type ChangesNothing = { [K in EventKind]: (typeof NODE_CHANGES)[K] extends 'nothing' ? K : never }[EventKind]

/** Whether the event contains everything it changes. Otherwise the nodes must be read again. */
export function isWhole(event: PlanEvent): boolean {
  if (event.kind === 'node.restored' || event.kind === 'node.duplicated')
    return event.data.after.nodes.length === event.data.after.count
  return event.kind === 'node.created' || event.kind === 'node.updated' ? !event.data.left_out : true
}

interface Replayed {
  /** How many events were applied: it stops before one that does not contain everything it changes. */
  applied: number
  /** The ids of the nodes that were added, changed or removed. */
  touched: ReadonlySet<string>
}

/**
 * Applies events, in order of revision, to the map of nodes; a changed node is a new object. Siblings are numbered once
 * at the end. Events that do not fit the nodes at that point are skipped.
 */
export function applyToNodes(
  nodes: Map<string, ReplayNode>,
  events: readonly PlanEvent[],
  fits: (event: PlanEvent) => boolean = () => true,
): Replayed {
  const draft = new Draft(nodes)
  let applied = 0
  for (const event of events) {
    if (!isWhole(event)) break
    if (fits(event)) apply(draft, event)
    applied++
  }
  return { applied, touched: draft.settle() }
}

/** The nodes of a plan during replay, with the ids of the changed ones. */
class Draft {
  readonly order: SiblingOrder<ReplayNode>
  readonly #nodes: Map<string, ReplayNode>
  readonly #touched = new Set<string>()

  constructor(nodes: Map<string, ReplayNode>) {
    this.#nodes = nodes
    this.order = new SiblingOrder(nodes)
  }

  get(id: string | null): ReplayNode | undefined {
    return id === null ? undefined : this.#nodes.get(id)
  }

  set(node: ReplayNode): void {
    this.#nodes.set(node.id, node)
    this.#touched.add(node.id)
  }

  delete(id: string): void {
    this.#nodes.delete(id)
    this.#touched.add(id)
  }

  /** Numbers the siblings; returns the ids of all changed nodes. */
  settle(): ReadonlySet<string> {
    for (const id of this.order.settle()) this.#touched.add(id)
    return this.#touched
  }
}

function apply(draft: Draft, event: PlanEvent): void {
  const patch = (id: string | null, change: (node: ReplayNode) => Partial<ReplayNode>) => {
    const node = draft.get(id)
    if (node) draft.set({ ...node, ...change(node) })
  }
  const id = event.node_id
  switch (event.kind) {
    case 'node.created':
      insert(draft, [event.data.after])
      if (event.data.after.node_type === 'root') adoptTopLevel(draft, event.data.after)
      return
    case 'node.restored':
    case 'node.duplicated':
      insert(draft, event.data.after.nodes)
      return
    case 'node.updated':
      patch(id, (node) => {
        const { metadata, ...after } = event.data.after
        return metadata ? { ...after, metadata: { ...metadata, ...counts(node) } } : after
      })
      return
    case 'node.status_changed': {
      const { status } = event.data.after
      const node = draft.get(id)
      if (node) countChild(draft, node.parent_id, 0, done(status) - done(node.status))
      patch(id, () => event.data.after)
      return
    }
    case 'node.moved': {
      const node = draft.get(id)
      if (!node) return
      const { parent_id, order_index, version, updated_at } = event.data.after
      leave(draft, node)
      join(draft, { ...node, parent_id, order_index, version, updated_at })
      return
    }
    case 'node.deleted': {
      const node = draft.get(id)
      if (!node) return
      leave(draft, node)
      for (const gone of draft.order.cut(node.id)) draft.delete(gone)
      return
    }
    case 'node.assigned': {
      const { user_id, index } = event.data.after
      patch(id, ({ assignees }) => {
        const others = assignees.filter((known) => known !== user_id)
        return { assignees: others.toSpliced(index ?? others.length, 0, user_id) }
      })
      return
    }
    case 'node.unassigned': {
      const { user_id } = event.data.before
      patch(id, ({ assignees }) => ({ assignees: assignees.filter((known) => known !== user_id) }))
      return
    }
    case 'log.added':
    case 'log.restored':
      if (event.data.after.log_type === 'comment') patch(id, (node) => ({ comment_count: node.comment_count + 1 }))
      return
    case 'log.updated': {
      const { before, after } = event.data
      const by = comments(after.log_type) - comments(before.log_type)
      if (by !== 0) patch(id, (node) => ({ comment_count: node.comment_count + by }))
      return
    }
    case 'log.deleted':
      if (event.data.before.log_type === 'comment') patch(id, (node) => ({ comment_count: node.comment_count - 1 }))
      return
    case 'artifact.added':
    case 'artifact.restored':
      patch(id, (node) => ({ artifact_count: node.artifact_count + 1 }))
      return
    case 'artifact.deleted':
      patch(id, (node) => ({ artifact_count: node.artifact_count - 1 }))
      return
    default:
      event.kind satisfies ChangesNothing
  }
}

const comments = (type: LogType): number => (type === 'comment' ? 1 : 0)
const done = (status: NodeStatus): number => (status === 'completed' ? 1 : 0)

const counts = ({ metadata: { child_count, completed_child_count } }: ReplayNode) => ({
  child_count,
  completed_child_count,
})

function countChild(draft: Draft, parentId: string | null, children: number, completed: number) {
  const parent = draft.get(parentId)
  if (!parent || (children === 0 && completed === 0)) return
  const { child_count, completed_child_count } = parent.metadata
  draft.set({
    ...parent,
    metadata: {
      ...parent.metadata,
      child_count: child_count + children,
      completed_child_count: completed_child_count + completed,
    },
  })
}

function leave(draft: Draft, node: ReplayNode): void {
  draft.order.leave(node)
  draft.delete(node.id)
  countChild(draft, node.parent_id, -1, -done(node.status))
}

function join(draft: Draft, node: ReplayNode): void {
  draft.set(node)
  draft.order.join(node, node.order_index)
  countChild(draft, node.parent_id, 1, done(node.status))
}

/** The first of `rows` joins its siblings; the rest of a subtree already has its positions and counts. */
function insert(draft: Draft, rows: readonly ReplayNode[]): void {
  const [top, ...below] = rows
  if (!top || draft.get(top.id)) return
  for (const row of below) draft.set(row)
  draft.order.add(below)
  join(draft, top)
}

/** A new root includes the counts of the nodes it adopts. */
function adoptTopLevel(draft: Draft, root: ReplayNode): void {
  for (const id of draft.order.adopt(root)) {
    const node = draft.get(id)
    if (node) draft.set({ ...node, parent_id: root.id })
  }
}

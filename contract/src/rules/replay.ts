// How an event changes a plan's nodes: the browser patches its store with it, and replaying a whole log gives the current state.
import type { PlanEvent } from '../api/events.ts'
import type { LogType } from '../api/logs.ts'
import type { NodeStatus, PlanNode } from '../api/nodes.ts'

/** The part of a node that events change; long texts may be left out (the outline). */
export type ReplayNode = Omit<PlanNode, 'acceptance_criteria' | 'context' | 'agent_instructions'> & Partial<PlanNode>

/**
 * Applies one event to the nodes of its plan, in place of the map but never of a node: a changed node is a new object.
 * Expects events in order of revision, each once. Events that touch no node leave the map as it is.
 */
export function applyToNodes(nodes: Map<string, ReplayNode>, event: PlanEvent): void {
  const patch = (id: string | null, change: (node: ReplayNode) => Partial<ReplayNode>) => {
    const node = id === null ? undefined : nodes.get(id)
    if (node) nodes.set(node.id, { ...node, ...change(node) })
  }
  const id = event.node_id
  switch (event.kind) {
    case 'node.created':
      insert(nodes, [event.data.after])
      return
    case 'node.restored':
    case 'node.duplicated':
      insert(nodes, event.data.after.nodes)
      return
    case 'node.updated':
      patch(id, (node) => {
        const { metadata, ...after } = event.data.after
        return metadata ? { ...after, metadata: { ...metadata, ...counts(node) } } : after
      })
      return
    case 'node.status_changed': {
      const { status } = event.data.after
      const node = id ? nodes.get(id) : undefined
      if (node) countChild(nodes, node.parent_id, 0, done(status) - done(node.status))
      patch(id, () => event.data.after)
      return
    }
    case 'node.moved': {
      const node = id ? nodes.get(id) : undefined
      if (!node) return
      const { parent_id, order_index, version, updated_at } = event.data.after
      leave(nodes, node)
      join(nodes, { ...node, parent_id, order_index, version, updated_at })
      return
    }
    case 'node.deleted': {
      const node = id ? nodes.get(id) : undefined
      if (!node) return
      leave(nodes, node)
      for (const gone of subtreeIds(nodes, node.id)) nodes.delete(gone)
      return
    }
    case 'node.assigned': {
      const { user_id } = event.data.after
      patch(id, ({ assignees }) => ({ assignees: [...assignees.filter((known) => known !== user_id), user_id] }))
      return
    }
    case 'node.unassigned': {
      const { user_id } = event.data.before
      patch(id, ({ assignees }) => ({ assignees: assignees.filter((known) => known !== user_id) }))
      return
    }
    case 'log.added':
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
      patch(id, (node) => ({ artifact_count: node.artifact_count + 1 }))
      return
    case 'artifact.deleted':
      patch(id, (node) => ({ artifact_count: node.artifact_count - 1 }))
      return
    default:
  }
}

const comments = (type: LogType): number => (type === 'comment' ? 1 : 0)
const done = (status: NodeStatus): number => (status === 'completed' ? 1 : 0)

const counts = ({ metadata: { child_count, completed_child_count } }: ReplayNode) => ({
  child_count,
  completed_child_count,
})

function countChild(nodes: Map<string, ReplayNode>, parentId: string | null, children: number, completed: number) {
  const parent = parentId === null ? undefined : nodes.get(parentId)
  if (!parent || (children === 0 && completed === 0)) return
  const { child_count, completed_child_count } = parent.metadata
  nodes.set(parent.id, {
    ...parent,
    metadata: {
      ...parent.metadata,
      child_count: child_count + children,
      completed_child_count: completed_child_count + completed,
    },
  })
}

/** Moves the siblings from `from` on by `by` places. */
function shiftSiblings(nodes: Map<string, ReplayNode>, node: ReplayNode, from: number, by: number): void {
  for (const sibling of nodes.values())
    if (sibling.parent_id === node.parent_id && sibling.id !== node.id && sibling.order_index >= from)
      nodes.set(sibling.id, { ...sibling, order_index: sibling.order_index + by })
}

function leave(nodes: Map<string, ReplayNode>, node: ReplayNode): void {
  nodes.delete(node.id)
  shiftSiblings(nodes, node, node.order_index, -1)
  countChild(nodes, node.parent_id, -1, -done(node.status))
}

function join(nodes: Map<string, ReplayNode>, node: ReplayNode): void {
  shiftSiblings(nodes, node, node.order_index, 1)
  nodes.set(node.id, node)
  countChild(nodes, node.parent_id, 1, done(node.status))
}

/** The first of `rows` joins its siblings; the rest of a subtree already carries its places and counts. */
function insert(nodes: Map<string, ReplayNode>, rows: readonly ReplayNode[]): void {
  const [top, ...below] = rows
  if (!top || nodes.has(top.id)) return
  for (const row of below) nodes.set(row.id, row)
  join(nodes, top)
}

function subtreeIds(nodes: Map<string, ReplayNode>, rootId: string): Set<string> {
  const ids = new Set([rootId])
  for (let size = 0; size !== ids.size; ) {
    size = ids.size
    for (const node of nodes.values()) if (node.parent_id !== null && ids.has(node.parent_id)) ids.add(node.id)
  }
  return ids
}

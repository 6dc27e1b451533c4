// Toasts after node changes: what happened, and an Undo button.
import type { NodeChanges } from '@cairn/contract/api/nodes'
import type { PlanNodes, StoredNode } from '../data/nodeStore.ts'
import { NODE_TYPE, titleOf } from '../display/nodeDisplay.tsx'
import { dayLabel } from '../lib/relativeTime.ts'
import { shorten } from '../lib/shorten.ts'
import { toast } from '../ui/Toast.tsx'

export type NodeEdit = Partial<Pick<NodeChanges, 'title' | 'node_type' | 'due_date'>>

export interface NodePlace {
  parent_id: string | null
  /** Index among the siblings without the node itself; null for last. */
  order_index: number | null
}

const named = (node: { title: string }): string => `“${shorten(titleOf(node), 60)}”`

/** Offers Undo for edits; `edit` sends the previous values. */
export function offerUndoOfEdit(
  nodes: PlanNodes,
  before: StoredNode,
  changes: NodeEdit,
  edit: (changes: NodeEdit) => void,
): void {
  const undo = () => {
    const now = nodes.get(before.id)
    const revert: NodeEdit = {}
    if (changes.title !== undefined && now?.title === changes.title) revert.title = before.title
    if (changes.node_type && now?.node_type === changes.node_type) revert.node_type = before.node_type
    if (changes.due_date !== undefined && now?.due_date === changes.due_date) revert.due_date = before.due_date
    if (Object.keys(revert).length > 0) edit(revert)
    else toast.error(`${named(now ?? before)} has changed since. Nothing was undone.`)
  }
  toast(whatChanged(before, changes), { action: { label: 'Undo', onClick: undo } })
}

function whatChanged(before: StoredNode, { title, node_type, due_date }: NodeEdit): string {
  if (title !== undefined) return `${named(before)} renamed to ${named({ title })}`
  if (node_type) return `Type of ${named(before)} changed to ${NODE_TYPE[node_type].label}`
  if (due_date) return `Due date of ${named(before)} set to ${dayLabel(due_date)}`
  return `Due date of ${named(before)} removed`
}

/** The positions before moves with an open toast: several keyboard steps are undone together. */
const origins = new Map<string, NodePlace>()

/** Offers Undo for a move; `move` moves the node back. */
export function offerUndoOfMove(
  nodes: PlanNodes,
  node: StoredNode,
  to: { parent_id: string | null; order_index: number },
  move: (place: NodePlace) => void,
): void {
  const from = { parent_id: node.parent_id, order_index: node.order_index }
  const earlier = origins.get(node.id)
  const origin = from.parent_id === to.parent_id && earlier?.parent_id === to.parent_id ? earlier : from
  const id = `move-${node.id}`
  const forget = () => void origins.delete(node.id)
  if (origin.parent_id === to.parent_id && origin.order_index === to.order_index) {
    forget()
    toast.dismiss(id)
    return
  }
  origins.set(node.id, origin)
  toast(`${named(node)} moved ${whereTo(nodes, origin, to)}`, {
    id,
    action: { label: 'Undo', onClick: () => move(origin) },
    onDismiss: forget,
    onAutoClose: forget,
  })
}

function whereTo(nodes: PlanNodes, from: NodePlace, to: { parent_id: string | null; order_index: number }): string {
  if (from.parent_id === to.parent_id) return to.order_index < (from.order_index ?? 0) ? 'up' : 'down'
  const parent = to.parent_id === null ? undefined : nodes.get(to.parent_id)
  return parent ? `to ${named(parent)}` : 'to the top level'
}

export function offerUndoOfAssignment(node: StoredNode, text: (title: string) => string, undo: () => void): void {
  toast(text(named(node)), { action: { label: 'Undo', onClick: undo } })
}

/** The orders before changes with an open toast: several keyboard steps are undone together. */
const orders = new Map<string, readonly string[]>()

/** Offers Undo for a new order of assignees; `order` sends the previous one. */
export function offerUndoOfAssignees(node: StoredNode, order: (before: readonly string[]) => void): void {
  const before = orders.get(node.id) ?? node.assignees
  const forget = () => void orders.delete(node.id)
  orders.set(node.id, before)
  toast(`Order of assignees of ${named(node)} changed`, {
    id: `order-${node.id}`,
    action: { label: 'Undo', onClick: () => order(before) },
    onDismiss: forget,
    onAutoClose: forget,
  })
}

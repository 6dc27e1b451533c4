// Toasts after changes of a plan: what happened, and an Undo button.
import type { NodeChanges } from '@cairn/contract/api/nodes'
import { UNDO_CHANGES_MAX, undoApi } from '@cairn/contract/api/undo'
import type { PlanNodes, StoredNode } from '../data/nodeStore.ts'
import { NODE_TYPE, titleOf } from '../display/nodeDisplay.tsx'
import { call, messageOf } from '../lib/api.ts'
import { mergeChanges, requestUndo } from '../lib/changes.ts'
import { dayLabel } from '../lib/relativeTime.ts'
import { shorten } from '../lib/shorten.ts'
import { toast } from '../ui/Toast.tsx'

export type NodeEdit = Partial<Pick<NodeChanges, 'title' | 'node_type' | 'due_date'>>

export interface NodePlace {
  parent_id: string | null
  /** Index among the siblings without the node itself; null for last. */
  order_index: number | null
}

/** The toast that offers to undo a change. It is dismissed when the change is undone. */
export const undoToastId = (change: number): string => `undo-${change}`

/** For a change of many nodes or long texts, which takes longer to look at. */
export const UNDO_LARGE_MS = 12_000

interface UndoToastOptions {
  /** Whether something failed. */
  isError?: boolean
  duration?: number
  onDismiss?: () => void
  onAutoClose?: () => void
}

/** Shows what happened. Offers Undo if that changed the plan; several changes are one step. */
export function toastWithUndo(
  text: string,
  planId: string,
  changes: readonly (number | null)[],
  { isError = false, ...options }: UndoToastOptions = {},
): void {
  const made = changes.flatMap((change) => change ?? [])
  const [first] = made
  const show = isError ? toast.error : toast
  if (first === undefined) return void show(text)
  mergeChanges(planId, made)
  show(text, {
    ...options,
    id: undoToastId(first),
    action: { label: 'Undo', onClick: () => requestUndo(planId, made) || void undoElsewhere(planId, made) },
  })
}

/** Undoes changes of a plan that is no longer open, and says so. */
async function undoElsewhere(planId: string, changes: readonly number[]): Promise<void> {
  const id = undoToastId(changes[0] ?? 0)
  try {
    const { change } = await call(undoApi.undo, { params: { planId }, body: { changes: [...changes] } })
    toast(change === null ? 'Nothing to undo: it has been changed back' : 'Undone', { id })
  } catch (error) {
    toast.error(messageOf(error, 'Failed to undo'), { id })
  }
}

const named = (node: { title: string }): string => `“${shorten(titleOf(node), 60)}”`

/** What an edit changed, in words. */
export function whatChanged(before: StoredNode, { title, node_type, due_date }: NodeEdit): string {
  if (title !== undefined) return `${named(before)} renamed to ${named({ title })}`
  if (node_type) return `Type of ${named(before)} changed to ${NODE_TYPE[node_type].label}`
  if (due_date) return `Due date of ${named(before)} set to ${dayLabel(due_date)}`
  return `Due date of ${named(before)} removed`
}

/** Moves with an open toast: several keyboard steps among the same siblings are one step of undo. */
const openMoves = new Map<string, { from: NodePlace; changes: number[] }>()

/** Offers Undo for a move. */
export function offerUndoOfMove(
  nodes: PlanNodes,
  node: StoredNode,
  to: { parent_id: string | null; order_index: number },
  change: number | null,
): void {
  if (change === null) return
  const earlier = openMoves.get(node.id)
  const continues =
    earlier &&
    earlier.changes.length < UNDO_CHANGES_MAX &&
    node.parent_id === to.parent_id &&
    earlier.from.parent_id === to.parent_id
  const from = continues ? earlier.from : { parent_id: node.parent_id, order_index: node.order_index }
  const changes = continues ? [...earlier.changes, change] : [change]
  const forget = () => void openMoves.delete(node.id)
  if (from.parent_id === to.parent_id && from.order_index === to.order_index) {
    forget()
    mergeChanges(node.plan_id, changes)
    toast.dismiss(undoToastId(changes[0] ?? change))
    return
  }
  openMoves.set(node.id, { from, changes })
  toastWithUndo(`${named(node)} moved ${whereTo(nodes, from, to)}`, node.plan_id, changes, {
    onDismiss: forget,
    onAutoClose: forget,
  })
}

function whereTo(nodes: PlanNodes, from: NodePlace, to: { parent_id: string | null; order_index: number }): string {
  if (from.parent_id === to.parent_id) return to.order_index < (from.order_index ?? 0) ? 'up' : 'down'
  const parent = to.parent_id === null ? undefined : nodes.get(to.parent_id)
  return parent ? `to ${named(parent)}` : 'to the top level'
}

/** Changes of order with an open toast: several keyboard steps are one step of undo. */
const openOrders = new Map<string, number[]>()

/** Offers Undo for a new order of assignees. */
export function offerUndoOfOrder(node: StoredNode, change: number | null): void {
  if (change === null) return
  const earlier = openOrders.get(node.id) ?? []
  const changes = earlier.length < UNDO_CHANGES_MAX ? [...earlier, change] : [change]
  const forget = () => void openOrders.delete(node.id)
  openOrders.set(node.id, changes)
  toastWithUndo(`Order of assignees of ${named(node)} changed`, node.plan_id, changes, {
    onDismiss: forget,
    onAutoClose: forget,
  })
}

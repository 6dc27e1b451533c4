// Applies one action to many nodes: split into calls, with progress and a single Undo.
import { LIMITS } from '@cairn/contract/api/common'
import type { NodeStatus, NodeType } from '@cairn/contract/api/nodes'
import { useMemo } from 'react'
import type { PlanNodes } from '../data/nodeStore.ts'
import { NODE_STATUS, NODE_TYPE, titleOf } from '../display/nodeDisplay.tsx'
import { messageOf } from '../lib/api.ts'
import { trackWrite } from '../lib/changes.ts'
import { counted, formatNumber } from '../lib/numbers.ts'
import { dayLabel } from '../lib/relativeTime.ts'
import { shorten } from '../lib/shorten.ts'
import { toast } from '../ui/Toast.tsx'
import { countSubtree, inTreeOrder, topmost } from '../view-state/subtrees.ts'
import type { BulkBody, NodeActions } from './nodeActions.ts'
import { toastWithUndo, UNDO_LARGE_MS } from './undoToast.ts'

interface Person {
  id: string
  name: string
}

export type BulkAction =
  | { kind: 'status'; status: NodeStatus }
  | { kind: 'type'; node_type: NodeType }
  | { kind: 'due'; due_date: string | null }
  /** `after` is the sibling to follow, null for none. Without it the nodes go last. */
  | { kind: 'move'; parent_id: string | null; after?: string | null }
  | { kind: 'assign' | 'unassign'; person: Person }
  | { kind: 'duplicate' | 'delete' }

export interface BulkActions {
  /**
   * Applies an action to the nodes that allow it, and returns whether all of it was done. Not optimistic; the toast offers
   * Undo.
   */
  run: (ids: Iterable<string>, action: BulkAction) => Promise<boolean>
}

export function useBulkActions(planId: string, nodes: PlanNodes, actions: NodeActions): BulkActions {
  return useMemo(() => {
    const send = actions.changeMany
    const run: BulkActions['run'] = async (ids, action) => {
      const targets = targetsOf(nodes, ids, action)
      if (targets.length === 0) {
        toast('The root node can’t be changed this way')
        return true
      }
      // Deleted nodes cannot be counted or named afterwards.
      const said = sentence(nodes, targets, action)
      const slices = slicesOf(nodes, targets, action)
      const places = action.kind === 'move' && action.after !== undefined ? placesOf(nodes, targets, action) : null
      const progress = startProgress(targets.length)
      const changes: (number | null)[] = []
      let failure: unknown = null
      for (const [index, slice] of slices.entries()) {
        try {
          const { change } = await send(
            places ? { changes: slice.flatMap((id) => places.get(id) ?? []) } : bodyOf(slice, action),
          )
          changes.push(change)
        } catch (error) {
          failure = error
          break
        }
        progress.step(slices.slice(0, index + 1).flat().length)
      }
      progress.end()
      if (failure === null) toastWithUndo(said, planId, changes, { duration: UNDO_LARGE_MS })
      else
        toastWithUndo(refusal(failure, slices, changes.length), planId, changes, {
          duration: UNDO_LARGE_MS,
          isError: true,
        })
      return failure === null
    }
    // Several calls are one step of undo.
    return { run: (ids, action) => trackWrite(planId, run(ids, action)) }
  }, [planId, nodes, actions])
}

/** The nodes that an action applies to, in tree order. The root is excluded unless the action allows it. */
export function targetsOf(nodes: PlanNodes, ids: Iterable<string>, { kind }: { kind: BulkAction['kind'] }): string[] {
  const chosen = new Set(ids)
  if (kind !== 'status' && kind !== 'due' && kind !== 'assign' && kind !== 'unassign')
    chosen.delete(nodes.structure.rootId ?? '')
  const targets = kind === 'move' || kind === 'duplicate' || kind === 'delete' ? topmost(nodes, chosen) : chosen
  return inTreeOrder(nodes, targets)
}

/** Splits nodes into calls. A duplicated node counts with its subtree. */
function slicesOf(nodes: PlanNodes, ids: readonly string[], { kind }: BulkAction): string[][] {
  const slices: string[][] = []
  let room = 0
  for (const id of ids) {
    const size = kind === 'duplicate' ? countSubtree(nodes, id) : 1
    const last = slices.at(-1)
    if (last && size <= room) last.push(id)
    else slices.push([id])
    room = (last && size <= room ? room : LIMITS.bulk) - size
  }
  return slices
}

/** The move of each node, in the order in which they happen: the first goes behind `after`, each other behind it. */
function placesOf(
  nodes: PlanNodes,
  ids: readonly string[],
  { parent_id, after }: Extract<BulkAction, { kind: 'move' }>,
): Map<string, { id: string; parent_id: string | null; order_index: number }> {
  const siblings = nodes.structure.children.get(parent_id) ?? []
  const moving = new Set(ids)
  const before = after == null ? [] : siblings.slice(0, siblings.indexOf(after) + 1)
  /** Those that are before the place until they move. */
  const ahead = new Set(before.filter((id) => moving.has(id)))
  const staying = before.length - ahead.size
  return new Map(
    ids.map((id, moved) => {
      ahead.delete(id)
      return [id, { id, parent_id, order_index: staying + ahead.size + moved }]
    }),
  )
}

function bodyOf(node_ids: string[], action: BulkAction): BulkBody {
  switch (action.kind) {
    case 'status':
      return { node_ids, status: action.status }
    case 'type':
      return { node_ids, node_type: action.node_type }
    case 'due':
      return { node_ids, due_date: action.due_date }
    case 'move':
      return { node_ids, parent_id: action.parent_id }
    case 'assign':
      return { node_ids, assign: action.person.id }
    case 'unassign':
      return { node_ids, unassign: action.person.id }
    case 'duplicate':
      return { node_ids, duplicate: true }
    case 'delete':
      return { node_ids, delete: true }
  }
}

/** Shows progress if there are several calls. */
function startProgress(total: number) {
  if (total <= LIMITS.bulk) return { step: () => undefined, end: () => undefined }
  const text = (done: number) => `${formatNumber(done)} of ${counted(total, 'node')} changed...`
  const id = toast.loading(text(0), { duration: Number.POSITIVE_INFINITY })
  return {
    step: (done: number) => void toast.loading(text(done), { id, duration: Number.POSITIVE_INFINITY }),
    end: () => void toast.dismiss(id),
  }
}

function refusal(error: unknown, slices: readonly string[][], done: number): string {
  const total = counted(slices.flat().length, 'node')
  const changed = formatNumber(slices.slice(0, done).flat().length)
  const what = done === 0 ? `Failed to change ${total}.` : `${changed} of ${total} changed.`
  return `${what} ${messageOf(error, '')}`.trim()
}

function sentence(nodes: PlanNodes, ids: readonly string[], action: BulkAction): string {
  const many = counted(ids.length, 'node')
  switch (action.kind) {
    case 'status':
      return `Status of ${many} set to ${NODE_STATUS[action.status].label}`
    case 'type':
      return `Type of ${many} changed to ${NODE_TYPE[action.node_type].label}`
    case 'due':
      return action.due_date === null
        ? `Due date of ${many} removed`
        : `Due date of ${many} set to ${dayLabel(action.due_date)}`
    case 'move': {
      if (ids.every((id) => nodes.get(id)?.parent_id === action.parent_id)) return `${many} moved`
      const parent = action.parent_id === null ? undefined : nodes.get(action.parent_id)
      return `${many} moved ${parent ? `to “${shorten(titleOf(parent), 60)}”` : 'to the top level'}`
    }
    case 'assign':
      return `${many} assigned to ${action.person.name}`
    case 'unassign':
      return `${action.person.name} unassigned from ${many}`
    case 'duplicate':
      return `${many} duplicated`
    case 'delete': {
      const all = ids.reduce((sum, id) => sum + countSubtree(nodes, id), 0)
      const rest = all > ids.length ? ` and ${formatNumber(all - ids.length)} under them` : ''
      return `${many}${rest} moved to the trash`
    }
  }
}

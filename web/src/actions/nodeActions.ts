// Changes to nodes. Most are optimistic; a rejected one is rolled back with the reason, and the list is refetched.
import { type BulkNode, nodeBulkApi } from '@cairn/contract/api/nodeBulk'
import { type NodeChanges, type NodeStatus, nodesApi, type PlanNode } from '@cairn/contract/api/nodes'
import { nodeTreeApi } from '@cairn/contract/api/nodeTree'
import { type PlanTemplate, plansApi } from '@cairn/contract/api/plans'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { PlanNodes, StoredNode } from '../data/nodeStore.ts'
import { nodeQuery } from '../data/nodes.ts'
import { conflictOf, makeNodeWrites, type Saved } from '../data/nodeWrites.ts'
import { planQuery } from '../data/plan.ts'
import { revisionOf } from '../data/readAt.ts'
import { titleOf } from '../display/nodeDisplay.tsx'
import { ApiError, type CallInput, type CallReply, callWithHeaders } from '../lib/api.ts'
import { counted } from '../lib/numbers.ts'
import { shorten } from '../lib/shorten.ts'
import { toast } from '../ui/Toast.tsx'
import { countSubtree } from '../view-state/subtrees.ts'
import { type AssigneeActions, makeAssigneeActions } from './assigneeActions.ts'
import type { ClaimActions } from './claimActions.ts'
import { offerKeptNodes } from './failedCreation.ts'
import { sayFailed, statusNow, titleNow } from './failedSave.ts'
import { type NodeEdit, type NodePlace, offerUndoOfMove, toastWithUndo, whatChanged } from './undoToast.ts'
import { keptTitle, type NewNode, offerKeptTitles } from './unsavedTitles.ts'

export type TreeBody = CallInput<typeof nodeTreeApi.createTree>['body']
export type BulkBody = CallInput<typeof nodeBulkApi.bulk>['body']

export interface NodeActions extends AssigneeActions {
  /** Opens a dialog for a node, or for all selected ones if it is one of several. */
  dialogs?: { assign: (nodeId: string) => void; due: (nodeId: string) => void }
  /** Opens the drafts by AI. Absent without an AI service. */
  ai?: { breakDown: (nodeId: string) => void; summarize: (nodeId: string) => void }
  /** Who holds which task, and what to do about it. Absent where claims are not shown. */
  claims?: {
    holderOf: ClaimActions['holderOf']
    ways: Pick<ClaimActions, 'takeOver' | 'release'> & { handOver: (nodeId: string) => void }
  }
  setStatus: (nodeId: string, status: NodeStatus) => void
  /** Changes short fields. `before`: their values when the user started typing. */
  edit: (nodeId: string, changes: NodeEdit, before?: NodeEdit) => void
  /**
   * Saves a long text. Rejects with the server's error, such as `version_conflict`; the caller keeps what was typed.
   */
  saveText: (nodeId: string, changes: Partial<NodeChanges>) => Promise<PlanNode>
  move: (nodeId: string, place: NodePlace) => void
  /** Duplicates a node with its subtree and offers Undo. Not optimistic. */
  duplicate: (nodeId: string) => void
  /** Moves a node with its subtree to the trash and offers Undo. `onFailed` is called if it could not be deleted. */
  remove: (nodeId: string, onFailed?: () => void) => void
  /** Restores a node from the trash. */
  restore: (nodeId: string) => void
  /** Adds an outline. Resolves when it is shown, rejects with the server's error. */
  createTree: (tree: TreeBody) => Promise<Saved<CallReply<typeof nodeTreeApi.createTree>>>
  /** Sends a bulk change. Resolves when it is shown, rejects with the server's error. */
  changeMany: (change: BulkBody) => Promise<Saved<BulkNode[]>>
  /** Returns the new node, or rejects with the server's error. */
  create: (node: NewNode) => Promise<PlanNode>
  /** Fills an empty plan from a template. Resolves when the nodes are shown, rejects with the server's error. */
  applyTemplate: (template: PlanTemplate) => Promise<void>
}

/** The actions on a plan's nodes, the same object while the plan is open. */
export function useNodeActions(planId: string, nodes: PlanNodes): NodeActions {
  const cache = useQueryClient()
  const actions = useMemo(() => makeNodeActions({ planId, nodes, cache }), [planId, nodes, cache])
  useEffect(() => {
    offerKeptTitles(planId, nodes, actions.edit)
    offerKeptNodes(planId, nodes, actions.create)
  }, [planId, nodes, actions])
  return actions
}

interface Setting {
  planId: string
  nodes: PlanNodes
  cache: QueryClient
}

export function makeNodeActions({ planId, nodes, cache }: Setting): NodeActions {
  const { readAgain, perform, request, send } = makeNodeWrites({ planId, nodes, cache })
  const nameOf = (nodeId: string) => `“${shorten(titleOf(nodes.get(nodeId) ?? { title: '' }), 60)}”`

  /** Updates the cached full node, if it is open, with the server's reply. */
  const keep = (node: PlanNode) => {
    cache.setQueryData(
      nodeQuery(planId, node.id).queryKey,
      (known) => known && { ...known, value: newer(known.value, node) },
    )
  }

  /** `known` is the status that a failed change was about, so that trying again replaces nothing newer. */
  const setStatus = (nodeId: string, status: NodeStatus, known?: NodeStatus) => {
    const node = nodes.get(nodeId)
    if (!node || node.status === status) return
    const before = { status: node.status }
    const failureId = `status-${nodeId}`
    const fail = (error: unknown) =>
      sayFailed(`Failed to change status of ${nameOf(nodeId)}`, {
        id: failureId,
        now: statusNow,
        again: () => setStatus(nodeId, status, conflictOf(error) ? undefined : before.status),
      })(error)
    if (known !== undefined && known !== node.status) return fail(new ApiError(409, 'version_conflict', '', node))
    if (status !== 'completed') toast.dismiss(offerId(node.parent_id))
    perform({
      change: {
        kind: 'node.status_changed',
        node_id: nodeId,
        data: { before, after: { status, version: node.version, updated_at: new Date().toISOString() } },
      },
      base: before,
      onArrived: () => toast.dismiss(failureId),
      send: (expected_version) =>
        callWithHeaders(nodesApi.setStatus, { params: { planId, nodeId }, body: { status, expected_version } }),
    }).then(({ reply }) => {
      keep(reply)
      toast.dismiss(failureId)
      if (status === 'completed') offerToComplete(reply.parent_id)
    }, fail)
  }

  const offerId = (parentId: string | null) => `complete-${parentId}`
  const isDone = ({ metadata }: StoredNode) => metadata.completed_child_count >= metadata.child_count

  /** Offers to complete the parent when its last child is completed. It is never completed automatically. */
  const offerToComplete = (parentId: string | null) => {
    const parent = parentId === null ? undefined : nodes.get(parentId)
    if (!parent || parent.status === 'completed') return
    if (!isDone(parent)) return
    toast(`All of “${shorten(titleOf(parent), 60)}” is done. Mark it complete?`, {
      id: offerId(parent.id),
      action: {
        label: 'Mark complete',
        onClick: () => {
          const now = nodes.get(parent.id)
          if (now && isDone(now)) setStatus(parent.id, 'completed')
          else toast(`Not all of “${shorten(titleOf(parent), 60)}” is done any more`)
        },
      },
    })
  }

  const edit = (nodeId: string, changes: NodeEdit, { before }: { before?: NodeEdit } = {}) => {
    const node = nodes.get(nodeId)
    if (!node) {
      // Its field is removed with it.
      if (changes.title !== undefined)
        toast.error(`“${shorten(changes.title, 60)}” wasn’t saved`, { description: 'The node was deleted.' })
      return
    }
    const wanted = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const fields = Object.keys(wanted) as (keyof typeof changes)[]
    const base = Object.fromEntries(
      fields.map((field) => [field, before && field in before ? before[field] : node[field]]),
    )
    const title = changes.title === undefined ? undefined : keptTitle(planId, nodeId, changes.title)
    const failureId = `edit-${nodeId}-${fields.join('-')}`
    const fail = (error: unknown) =>
      sayFailed(`Failed to save ${title ? `“${changes.title}”` : nameOf(nodeId)}`, {
        id: failureId,
        ...(title && { keeps: title, now: titleNow }),
        // Who has read what it is now may replace it.
        again: () => edit(nodeId, changes, conflictOf(error) ? {} : { before: base }),
      })(error)
    title?.keep()
    // The node has changed while the user was typing.
    if (fields.some((field) => node[field] !== base[field] && node[field] !== wanted[field]))
      return fail(new ApiError(409, 'version_conflict', '', node))
    const stamp = { version: node.version, updated_at: new Date().toISOString() }
    perform({
      change: { kind: 'node.updated', node_id: nodeId, data: { before: {}, after: { ...wanted, ...stamp } } },
      base,
      onArrived: () => {
        title?.forget()
        toast.dismiss(failureId)
      },
      send: (expected_version) =>
        callWithHeaders(nodesApi.update, { params: { planId, nodeId }, body: { ...changes, expected_version } }),
    }).then(({ reply, change }) => {
      title?.forget()
      // An earlier value that could not be saved would replace this one.
      toast.dismiss(failureId)
      keep(reply)
      if (change !== null) toastWithUndo(whatChanged(node, changes), planId, [change])
    }, fail)
  }

  const move = (nodeId: string, { parent_id, order_index }: NodePlace) => {
    const node = nodes.get(nodeId)
    if (!node) return
    const siblings = nodes.structure.children.get(parent_id)?.filter((id) => id !== nodeId).length ?? 0
    const place = { parent_id, order_index: Math.min(order_index ?? siblings, siblings) }
    if (place.parent_id === node.parent_id && place.order_index === node.order_index) return
    const before = { parent_id: node.parent_id, order_index: node.order_index }
    const stamp = { version: node.version, updated_at: node.updated_at }
    const failureId = `failed-move-${nodeId}`
    perform({
      change: { kind: 'node.moved', node_id: nodeId, data: { before, after: { ...place, ...stamp } } },
      onArrived: () => toast.dismiss(failureId),
      send: () => callWithHeaders(nodesApi.move, { params: { planId, nodeId }, body: place }),
    }).then(
      ({ reply, change }) => {
        keep(reply)
        offerUndoOfMove(nodes, node, place, change)
      },
      sayFailed(`Failed to move ${nameOf(nodeId)}`, { id: failureId, again: () => move(nodeId, place) }),
    )
  }

  const duplicate = (nodeId: string) => {
    request([nodeId], () => callWithHeaders(nodesApi.duplicate, { params: { planId, nodeId } })).then(
      ({ reply, change }) => toastWithUndo(`“${shorten(titleOf(reply), 60)}” created`, planId, [change]),
      sayFailed(`Failed to duplicate ${nameOf(nodeId)}`, {
        id: `duplicate-${nodeId}`,
        again: () => duplicate(nodeId),
      }),
    )
  }

  const remove = (nodeId: string, onFailed?: () => void) => {
    const node = nodes.get(nodeId)
    if (!node) return
    const count = countSubtree(nodes, nodeId)
    const name = nameOf(nodeId)
    const before = { parent_id: node.parent_id, order_index: node.order_index, count }
    const failureId = `remove-${nodeId}`
    perform({
      change: { kind: 'node.deleted', node_id: nodeId, data: { before, after: null } },
      onArrived: () => toast.dismiss(failureId),
      send: () => callWithHeaders(nodesApi.delete, { params: { planId, nodeId } }),
    }).then(
      ({ change }) => {
        const rest = count > 1 ? ` and ${counted(count - 1, 'node')} under it` : ''
        toastWithUndo(`“${shorten(titleOf(node), 60)}”${rest} moved to the trash`, planId, [change])
      },
      (error) => {
        // It is deleted, if not by this call then by one before.
        if (error instanceof ApiError && error.code === 'node_not_found') return
        onFailed?.()
        const again = () => remove(nodeId, onFailed)
        sayFailed(`Failed to delete ${name}`, { id: failureId, again })(error)
      },
    )
  }

  const restore = (nodeId: string) => {
    request([nodeId], () => callWithHeaders(nodesApi.restore, { params: { planId, nodeId } })).catch(
      sayFailed('Failed to restore node', { id: `restore-${nodeId}`, again: () => restore(nodeId) }),
    )
  }

  return {
    setStatus: (nodeId, status) => setStatus(nodeId, status),
    edit: (nodeId, changes, before) => edit(nodeId, changes, { before }),
    move: (nodeId, place) => move(nodeId, place),
    duplicate,
    remove,
    restore,

    saveText: async (nodeId, changes) => {
      const { reply } = await send([nodeId], () =>
        callWithHeaders(nodesApi.update, { params: { planId, nodeId }, body: changes }),
      )
      keep(reply)
      return reply
    },

    createTree: (body) => request([], () => callWithHeaders(nodeTreeApi.createTree, { params: { planId }, body })),

    changeMany: (body) =>
      request(body.node_ids ?? body.changes?.map(({ id }) => id) ?? [], () =>
        callWithHeaders(nodeBulkApi.bulk, { params: { planId }, body }),
      ),

    create: async (node) => {
      const { reply, headers } = await send(
        [],
        () => callWithHeaders(nodesApi.create, { params: { planId }, body: node }),
        // The live event may have been faster than the reply.
        (made) =>
          nodes.get(made.id) ? null : { kind: 'node.created', node_id: made.id, data: { before: null, after: made } },
      )
      const revision = revisionOf(headers) ?? nodes.revision
      cache.setQueryData(nodeQuery(planId, reply.id).queryKey, { revision, value: reply })
      return reply
    },

    applyTemplate: async (template) => {
      try {
        const { reply: plan } = await request([], () =>
          callWithHeaders(plansApi.applyTemplate, { params: { planId }, body: { template } }),
        )
        cache.setQueryData(planQuery(planId).queryKey, plan)
      } catch (error) {
        void readAgain()
        throw error
      }
    },

    ...makeAssigneeActions({ planId, nodes, perform, nameOf }),
  }
}

/** The later version of the same node: a reply may arrive after the live event of a later change. */
export const newer = (known: PlanNode, reply: PlanNode): PlanNode => (reply.version >= known.version ? reply : known)

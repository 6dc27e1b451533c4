// What people do with nodes. Everything shows at once; a refusal takes it back, says why, and reads the list again (point 4).
import { nodeBulkApi } from '@cairn/contract/api/nodeBulk'
import { type NodeChanges, type NodeStatus, type NodeType, nodesApi, type PlanNode } from '@cairn/contract/api/nodes'
import { type PlanTemplate, plansApi } from '@cairn/contract/api/plans'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call, messageOf } from '../lib/api.ts'
import { shorten } from '../lib/shorten.ts'
import { toast } from '../ui/Toast.tsx'
import { edgesQuery } from './edges.ts'
import { titleOf } from './nodeLook.tsx'
import type { NodeChange, PendingChange, PlanNodes } from './nodeStore.ts'
import { nodeQuery, nodesQuery } from './nodes.ts'
import { planQuery } from './plan.ts'
import { type NodeEdit, type NodePlace, offerUndoOfAssignment, offerUndoOfEdit, offerUndoOfMove } from './undo.ts'

/** How long a live event may take to confirm what the server has accepted, before the list is read again. */
const CONFIRM_MS = 4_000

export interface NodeActions {
  setStatus: (nodeId: string, status: NodeStatus) => void
  /** Changes fields that need no look at what others wrote: title, type, due date. */
  edit: (nodeId: string, changes: NodeEdit) => void
  /** Saves a long text. Throws what the server says, a `version_conflict` among it; the caller keeps what was typed. */
  saveText: (nodeId: string, changes: Partial<NodeChanges>) => Promise<PlanNode>
  move: (nodeId: string, place: NodePlace) => void
  /** Copies the node and all under it to the place behind it, and offers Undo; shown when the server agrees. */
  duplicate: (nodeId: string) => void
  /** Moves the node and all under it to the trash, and offers Undo. */
  remove: (nodeId: string) => void
  /** Brings back what is in the trash. */
  restore: (nodeId: string) => void
  /** The same to many nodes at once, as one change; shown when the server agrees. */
  setStatusOf: (nodeIds: readonly string[], status: NodeStatus) => void
  moveAll: (nodeIds: readonly string[], parentId: string | null) => void
  removeAll: (nodeIds: readonly string[]) => void
  /** Answers the new node; throws what the server says. */
  create: (node: { title: string; node_type: NodeType } & NodePlace) => Promise<PlanNode>
  /** Fills the empty plan; the nodes are there when this resolves. Throws what the server says. */
  applyTemplate: (template: PlanTemplate) => Promise<void>
  assign: (nodeId: string, person: { id: string; name: string }) => void
  unassign: (nodeId: string, person: { id: string; name: string }) => void
}

/** The actions on a plan's nodes, the same object while the plan is open. */
export function useNodeActions(planId: string, nodes: PlanNodes): NodeActions {
  const cache = useQueryClient()
  return useMemo(() => makeNodeActions({ planId, nodes, cache }), [planId, nodes, cache])
}

interface Setting {
  planId: string
  nodes: PlanNodes
  cache: QueryClient
}

function makeNodeActions({ planId, nodes, cache }: Setting): NodeActions {
  const readAgain = () => cache.invalidateQueries({ queryKey: nodesQuery(planId).queryKey })
  const failed = (fallback: string) => (error: unknown) => {
    toast.error(messageOf(error, fallback))
  }

  const confirm = (pending: PendingChange) => {
    nodes.acknowledge(pending)
    if (!nodes.isFollowed) void readAgain()
    else setTimeout(() => nodes.isPending(pending) && void readAgain(), CONFIRM_MS)
  }

  async function perform<Reply>(change: NodeChange, send: () => Promise<Reply>): Promise<Reply> {
    const pending = nodes.attempt(change)
    try {
      const reply = await send()
      confirm(pending)
      return reply
    } catch (error) {
      nodes.withdraw(pending)
      void readAgain()
      throw error
    }
  }

  /** Live events bring what a template has made; without them, or when they take too long, the list is read again. */
  const rootIsThere = async () => {
    const isThere = () => nodes.structure.rootId !== null
    if (nodes.isFollowed && !isThere())
      await new Promise<void>((resolve) => {
        const finish = () => {
          clearTimeout(timer)
          stop()
          resolve()
        }
        const timer = setTimeout(finish, CONFIRM_MS)
        const stop = nodes.watchAll(() => isThere() && finish())
      })
    if (!isThere()) await readAgain()
  }

  /** Keeps the whole node, if it is open, in step with what the server has answered. */
  const keep = (node: PlanNode) => {
    cache.setQueryData(nodeQuery(planId, node.id).queryKey, (known) => known && newer(known, node))
  }

  const setStatus = (nodeId: string, status: NodeStatus) => {
    const node = nodes.get(nodeId)
    if (!node || node.status === status) return
    const { version } = node
    perform(
      {
        kind: 'node.status_changed',
        node_id: nodeId,
        data: { before: { status: node.status }, after: { status, version, updated_at: new Date().toISOString() } },
      },
      () => call(nodesApi.setStatus, { params: { planId, nodeId }, body: { status } }),
    ).then((reply) => {
      keep(reply)
      if (status === 'completed') offerToComplete(reply.parent_id)
    }, failed('Failed to change the status'))
  }

  /** When the last open child is done, completing the parent is one click; it never happens by itself (decisions 6). */
  const offerToComplete = (parentId: string | null) => {
    const parent = parentId === null ? undefined : nodes.get(parentId)
    if (!parent || parent.status === 'completed') return
    if (parent.metadata.completed_child_count < parent.metadata.child_count) return
    toast(`Everything in “${shorten(titleOf(parent), 60)}” is done`, {
      id: `complete-${parent.id}`,
      action: {
        label: `Mark “${shorten(titleOf(parent), 28)}” complete?`,
        onClick: () => setStatus(parent.id, 'completed'),
      },
    })
  }

  const restore = (nodeId: string) => {
    call(nodesApi.restore, { params: { planId, nodeId } }).then(() => {
      if (!nodes.isFollowed) void readAgain()
    }, failed('Failed to restore the node'))
  }

  const restoreAll = (nodeIds: readonly string[]) => {
    changeMany(nodeIds, { restore: true }).catch(failed('Failed to restore the nodes'))
  }

  const takeBack = (nodeId: string) => {
    call(nodesApi.delete, { params: { planId, nodeId } }).then(() => {
      if (!nodes.isFollowed) void readAgain()
    }, failed('Failed to delete the node'))
  }

  /** A copy has edges of its own. */
  const readCopied = () =>
    Promise.all([readAgain(), cache.invalidateQueries({ queryKey: edgesQuery(planId).queryKey })])

  /** The live events show it; without a connection the list is read again. */
  async function changeMany(
    nodeIds: readonly string[],
    change: { status: NodeStatus } | { parent_id: string | null } | { delete: true } | { restore: true },
  ): Promise<void> {
    await call(nodeBulkApi.bulk, { params: { planId }, body: { node_ids: [...nodeIds], ...change } })
    if (!nodes.isFollowed) await readAgain()
  }

  const edit = async (nodeId: string, changes: NodeEdit): Promise<void> => {
    const node = nodes.get(nodeId)
    if (!node) return
    const wanted = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const stamp = { version: node.version, updated_at: new Date().toISOString() }
    const reply = await perform(
      { kind: 'node.updated', node_id: nodeId, data: { before: {}, after: { ...wanted, ...stamp } } },
      () => call(nodesApi.update, { params: { planId, nodeId }, body: changes }),
    )
    keep(reply)
  }

  /** Answers where the node stands now; null when nothing was to be done. */
  const move = async (nodeId: string, { parent_id, order_index }: NodePlace) => {
    const node = nodes.get(nodeId)
    if (!node) return null
    const siblings = nodes.structure.children.get(parent_id)?.filter((id) => id !== nodeId).length ?? 0
    const place = { parent_id, order_index: Math.min(order_index ?? siblings, siblings) }
    if (place.parent_id === node.parent_id && place.order_index === node.order_index) return null
    const before = { parent_id: node.parent_id, order_index: node.order_index }
    const stamp = { version: node.version, updated_at: node.updated_at }
    const reply = await perform(
      { kind: 'node.moved', node_id: nodeId, data: { before, after: { ...place, ...stamp } } },
      () => call(nodesApi.move, { params: { planId, nodeId }, body: { parent_id, order_index: place.order_index } }),
    )
    keep(reply)
    return place
  }

  const notAssigned = failed('Failed to assign the node')
  const notUnassigned = failed('Failed to take the assignment back')
  const assign = (nodeId: string, user_id: string) =>
    perform({ kind: 'node.assigned', node_id: nodeId, data: { before: null, after: { user_id } } }, () =>
      call(nodesApi.assign, { params: { planId, nodeId }, body: { user_id } }),
    )
  const unassign = (nodeId: string, user_id: string) =>
    perform({ kind: 'node.unassigned', node_id: nodeId, data: { before: { user_id }, after: null } }, () =>
      call(nodesApi.unassign, { params: { planId, nodeId }, query: { user_id } }),
    )

  return {
    setStatus,

    edit: (nodeId, changes) => {
      const before = nodes.get(nodeId)
      if (!before) return
      const notSaved = failed('Failed to save the change')
      edit(nodeId, changes).then(
        () => offerUndoOfEdit(nodes, before, changes, (back) => void edit(nodeId, back).catch(notSaved)),
        notSaved,
      )
    },

    saveText: async (nodeId, changes) => {
      const reply = await call(nodesApi.update, { params: { planId, nodeId }, body: changes })
      keep(reply)
      if (!nodes.isFollowed) void readAgain()
      return reply
    },

    move: (nodeId, to) => {
      const before = nodes.get(nodeId)
      if (!before) return
      const notMoved = failed('Failed to move the node')
      move(nodeId, to).then(
        (place) => place && offerUndoOfMove(nodes, before, place, (back) => void move(nodeId, back).catch(notMoved)),
        notMoved,
      )
    },

    duplicate: (nodeId) => {
      call(nodesApi.duplicate, { params: { planId, nodeId } }).then((copy) => {
        if (!nodes.isFollowed) void readCopied()
        toast(`“${shorten(titleOf(copy), 60)}” created`, {
          action: { label: 'Undo', onClick: () => takeBack(copy.id) },
        })
      }, failed('Failed to duplicate the node'))
    },

    remove: (nodeId) => {
      const node = nodes.get(nodeId)
      if (!node) return
      const count = countSubtree(nodes, nodeId)
      const before = { parent_id: node.parent_id, order_index: node.order_index, count }
      perform({ kind: 'node.deleted', node_id: nodeId, data: { before, after: null } }, () =>
        call(nodesApi.delete, { params: { planId, nodeId } }),
      ).then(() => {
        const rest = count > 1 ? ` and ${count - 1} under it` : ''
        toast(`“${shorten(titleOf(node), 60)}”${rest} moved to the trash`, {
          action: { label: 'Undo', onClick: () => restore(nodeId) },
        })
      }, failed('Failed to delete the node'))
    },

    restore,

    setStatusOf: (nodeIds, status) => {
      changeMany(nodeIds, { status }).catch(failed('Failed to change the status'))
    },

    moveAll: (nodeIds, parent_id) => {
      changeMany(nodeIds, { parent_id }).catch(failed('Failed to move the nodes'))
    },

    removeAll: (nodeIds) => {
      const tops = withoutDescendants(nodes, nodeIds)
      changeMany(tops, { delete: true }).then(
        () =>
          toast(`${nodeIds.length} nodes moved to the trash`, {
            action: { label: 'Undo', onClick: () => restoreAll(tops) },
          }),
        failed('Failed to delete the nodes'),
      )
    },

    create: async (node) => {
      const reply = await call(nodesApi.create, { params: { planId }, body: node })
      cache.setQueryData(nodeQuery(planId, reply.id).queryKey, reply)
      // The live event may have been faster than the reply.
      if (!nodes.get(reply.id))
        confirm(nodes.attempt({ kind: 'node.created', node_id: reply.id, data: { before: null, after: reply } }))
      return reply
    },

    applyTemplate: async (template) => {
      try {
        const plan = await call(plansApi.applyTemplate, { params: { planId }, body: { template } })
        cache.setQueryData(planQuery(planId).queryKey, plan)
        await rootIsThere()
      } catch (error) {
        void readAgain()
        throw error
      }
    },

    assign: (nodeId, { id, name }) => {
      const node = nodes.get(nodeId)
      assign(nodeId, id).then(
        () =>
          node &&
          offerUndoOfAssignment(
            node,
            (title) => `${title} assigned to ${name}`,
            () => void unassign(nodeId, id).catch(notUnassigned),
          ),
        notAssigned,
      )
    },

    unassign: (nodeId, { id, name }) => {
      const node = nodes.get(nodeId)
      unassign(nodeId, id).then(
        () =>
          node &&
          offerUndoOfAssignment(
            node,
            (title) => `${name} unassigned from ${title}`,
            () => void assign(nodeId, id).catch(notAssigned),
          ),
        notUnassigned,
      )
    },
  }
}

/** Of the same node the later version; a reply may come after the live event of a later change. */
export const newer = (known: PlanNode, reply: PlanNode): PlanNode => (reply.version >= known.version ? reply : known)

function countSubtree(nodes: PlanNodes, nodeId: string): number {
  let count = 1
  for (const child of nodes.structure.children.get(nodeId) ?? []) count += countSubtree(nodes, child)
  return count
}

/** What hangs under another one of them goes with it. */
function withoutDescendants(nodes: PlanNodes, ids: readonly string[]): string[] {
  const chosen = new Set(ids)
  return ids.filter((id) => {
    for (let above = nodes.get(id)?.parent_id ?? null; above !== null; above = nodes.get(above)?.parent_id ?? null)
      if (chosen.has(above)) return false
    return true
  })
}

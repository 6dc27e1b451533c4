import { type Assignment, nodesApi } from '@cairn/contract/api/nodes'
import type { NodeChange, PlanNodes } from '../data/nodeStore.ts'
import type { makeNodeWrites } from '../data/nodeWrites.ts'
import { ApiError, callWithHeaders } from '../lib/api.ts'
import { toast } from '../ui/Toast.tsx'
import { sayFailed } from './failedSave.ts'
import { offerUndoOfOrder, toastWithUndo } from './undoToast.ts'

interface Person {
  id: string
  name: string
}

/** Changes of who is assigned to a node. Optimistic, with Undo. */
export interface AssigneeActions {
  assign: (nodeId: string, person: Person) => void
  unassign: (nodeId: string, person: Person) => void
  /** Moves an assignee to another position. The first one is shown where there is room for one. */
  placeAssignee: (nodeId: string, userId: string, index: number) => void
}

interface Setting {
  planId: string
  nodes: PlanNodes
  perform: ReturnType<typeof makeNodeWrites>['perform']
  /** The quoted title of a node. */
  nameOf: (nodeId: string) => string
}

export function makeAssigneeActions({ planId, nodes, perform, nameOf }: Setting): AssigneeActions {
  const setAssigned = (nodeId: string, person: Person, isAssigned: boolean) => {
    const node = nodes.get(nodeId)
    if (!node) return
    const who = { user_id: person.id }
    const params = { planId, nodeId }
    const failureId = `failed-assign-${nodeId}`
    const onArrived = () => toast.dismiss(failureId)
    const saved = isAssigned
      ? perform({
          change: { kind: 'node.assigned', node_id: nodeId, data: { before: null, after: who } },
          onArrived,
          send: () => callWithHeaders(nodesApi.assign, { params, body: who }),
        })
      : perform({
          change: { kind: 'node.unassigned', node_id: nodeId, data: { before: who, after: null } },
          onArrived,
          send: () => callWithHeaders(nodesApi.unassign, { params, query: who }),
        })
    const whatHappened = (title: string) =>
      isAssigned ? `${title} assigned to ${person.name}` : `${person.name} unassigned from ${title}`
    saved.then(
      ({ change }) => toastWithUndo(whatHappened(nameOf(nodeId)), planId, [change]),
      sayFailed(`Failed to ${isAssigned ? 'assign' : 'unassign'} ${person.name}`, {
        id: failureId,
        again: () => setAssigned(nodeId, person, isAssigned),
      }),
    )
  }

  const placeAssignee = (nodeId: string, userId: string, index: number) => {
    const node = nodes.get(nodeId)
    if (!node?.assignees.includes(userId)) return
    const { assignees } = node
    const placed = (list: readonly string[]) => list.filter((id) => id !== userId).toSpliced(index, 0, userId)
    const [first, ...more] = placed(assignees).map(
      (user_id, place): NodeChange => ({
        kind: 'node.assigned',
        node_id: nodeId,
        data: { before: null, after: { user_id, index: place } },
      }),
    )
    if (!first) return
    perform({
      change: first,
      more,
      send: () =>
        onCurrentAssignees(assignees, userId, (expected_user_ids) =>
          callWithHeaders(nodesApi.setAssignees, {
            params: { planId, nodeId },
            body: { user_ids: placed(expected_user_ids), expected_user_ids },
          }),
        ),
    }).then(
      ({ change }) => offerUndoOfOrder(node, change),
      sayFailed(`Failed to change the order of assignees of ${nameOf(nodeId)}`, {
        id: `failed-assign-${nodeId}`,
        again: () => placeAssignee(nodeId, userId, index),
      }),
    )
  }

  return {
    assign: (nodeId, person) => setAssigned(nodeId, person, true),
    unassign: (nodeId, person) => setAssigned(nodeId, person, false),
    placeAssignee,
  }
}

/** How often a change of the assignees is applied to a list that someone else has changed. */
const TRIES = 4

/** Sends a change of the position of an assignee, again for the current list if it is not `known`. */
async function onCurrentAssignees<Reply>(
  known: readonly string[],
  userId: string,
  set: (expected: string[]) => Promise<Reply>,
): Promise<Reply> {
  let expected = [...known]
  for (let attempt = 1; ; attempt++)
    try {
      return await set(expected)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'version_conflict' || attempt === TRIES) throw error
      expected = (error.details as Assignment[]).map(({ user_id }) => user_id)
      if (!expected.includes(userId)) throw error
    }
}

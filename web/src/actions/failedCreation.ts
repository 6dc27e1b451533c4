import type { PlanNodes } from '../data/nodeStore.ts'
import { getSession } from '../lib/session.ts'
import { sayFailed } from './failedSave.ts'
import { keptNewNode, listKeptNodes, type NewNode, newNodeToastId, offer } from './unsavedTitles.ts'

type Create = (node: NewNode) => Promise<unknown>

/**
 * Returns a function that reports that a node was not created after its field was closed. The node is kept until it is
 * created or the message dismissed, for the user who typed it.
 */
export function sayNotCreated(
  planId: string,
  node: NewNode,
  create: Create,
  userId = getSession()?.user.id,
): (error: unknown) => void {
  const keeps = keptNewNode(planId, node, userId)
  const fail = (error: unknown) => {
    keeps.keep()
    // After the end of the session, /login says so.
    if (getSession()?.user.id !== userId) return
    sayFailed(`Failed to create “${node.title}”`, {
      id: newNodeToastId(node),
      keeps,
      again: () => void create(node).then(keeps.forget, fail),
    })(error)
  }
  return fail
}

/** Offers to create the nodes again that could not be created before the page was left. */
export function offerKeptNodes(planId: string, nodes: PlanNodes, create: Create): void {
  for (const kept of listKeptNodes(planId)) {
    const { forget } = keptNewNode(planId, kept)
    const again = () => {
      // Its parent may have been deleted.
      const isThere = kept.parent_id === null || nodes.get(kept.parent_id) !== undefined
      const node = isThere ? kept : { ...kept, parent_id: nodes.structure.rootId, order_index: null }
      void create(node).then(forget, sayNotCreated(planId, kept, create))
    }
    offer(kept.title, newNodeToastId(kept), forget, again)
  }
}

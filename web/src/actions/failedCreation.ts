import type { PlanNodes } from '../data/nodeStore.ts'
import { randomKey } from '../lib/idempotency.ts'
import { getSession } from '../lib/session.ts'
import { sayFailed } from './failedSave.ts'
import { type KeptNode, keptNewNode, listKeptNodes, type NewNode, offer } from './unsavedTitles.ts'

type Create = (node: NewNode) => Promise<unknown>

const toastId = ({ id }: KeptNode) => `create-${id}`

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
  return failCreating(planId, { id: randomKey(), node }, create, userId)
}

function failCreating(
  planId: string,
  kept: KeptNode,
  create: Create,
  userId = getSession()?.user.id,
): (error: unknown) => void {
  const keeps = keptNewNode(planId, kept, userId)
  const fail = (error: unknown) => {
    keeps.keep()
    // After the end of the session, /login says so.
    if (getSession()?.user.id !== userId) return
    sayFailed(`Failed to create “${kept.node.title}”`, {
      id: toastId(kept),
      keeps,
      again: () => void create(kept.node).then(keeps.forget, fail),
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
      const isThere = kept.node.parent_id === null || nodes.get(kept.node.parent_id) !== undefined
      const node = isThere ? kept.node : { ...kept.node, parent_id: nodes.structure.rootId, order_index: null }
      void create(node).then(forget, failCreating(planId, kept, create))
    }
    offer(kept.node.title, toastId(kept), forget, again)
  }
}

import { getSession } from '../lib/session.ts'
import { sayFailed } from './failedSave.ts'
import type { NodeActions } from './nodeActions.ts'
import { keptNewTitle } from './unsavedTitles.ts'

/**
 * Returns a function that reports that a node was not created after its field was closed. The title is kept until the
 * node is created or the message dismissed, for the user who typed it.
 */
export function sayNotCreated(
  planId: string,
  node: Parameters<NodeActions['create']>[0],
  create: NodeActions['create'],
  userId = getSession()?.user.id,
): (error: unknown) => void {
  const keeps = keptNewTitle(planId, node.title, userId)
  const fail = (error: unknown) => {
    keeps.keep()
    // After the end of the session, /login says so.
    if (getSession()?.user.id !== userId) return
    sayFailed(`Failed to create “${node.title}”`, {
      id: `create-${node.parent_id}-${node.title}`,
      keeps,
      again: () => void create(node).then(keeps.forget, fail),
    })(error)
  }
  return fail
}

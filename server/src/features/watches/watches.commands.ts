import type { WatchLevel } from '@cairn/contract/api/watches'
import type { WriteCtx } from '../../core/ctx.ts'
import { requireUndeletedNode } from '../../core/nodes.ts'
import { requireAccess } from '../../core/plan-access.ts'
import type { Tx } from '../../db/schema.ts'
import { deleteWatches, insertNewWatches, upsertWatch } from './watches.repo.ts'

/** Private to the caller: no event. */
export async function setWatch(
  ctx: WriteCtx,
  planId: string,
  nodeId: string,
  level: WatchLevel,
): Promise<{ level: WatchLevel }> {
  await requireAccess(ctx, planId, 'plan.mark')
  await requireUndeletedNode(ctx, planId, nodeId)
  await upsertWatch(ctx.db, { plan_id: planId, user_id: ctx.actor.id, node_id: nodeId, level })
  return { level }
}

/** Does nothing if there is none. */
export async function removeWatch(ctx: WriteCtx, planId: string, nodeId: string): Promise<void> {
  await requireAccess(ctx, planId, 'plan.mark')
  await requireUndeletedNode(ctx, planId, nodeId)
  await deleteWatches(ctx.db, { plan_id: planId, user_id: ctx.actor.id, node_id: nodeId })
}

/**
 * People who are assigned or mentioned or who comment watch the node from then on, unless they watch or have muted it
 * already. The caller has authorized the plan, and all of them are members.
 */
export const watchAutomatically = (
  ctx: WriteCtx,
  planId: string,
  nodeId: string,
  userIds: readonly string[],
): Promise<void> =>
  watchManyAutomatically(
    ctx,
    planId,
    userIds.map((user_id) => ({ node_id: nodeId, user_id })),
  )

/** Like `watchAutomatically`, for many nodes. */
export const watchManyAutomatically = (
  ctx: WriteCtx,
  plan_id: string,
  watched: readonly { node_id: string; user_id: string }[],
): Promise<void> =>
  insertNewWatches(
    ctx.db,
    watched.map(({ node_id, user_id }) => ({ plan_id, user_id, node_id, level: 'watch' })),
  )

/** For assignees of a new plan. */
export const watchFromTheStart = (
  tx: Tx,
  watched: readonly { plan_id: string; node_id: string; user_id: string }[],
): Promise<void> =>
  insertNewWatches(
    tx,
    watched.map(({ plan_id, node_id, user_id }) => ({ plan_id, user_id, node_id, level: 'watch' })),
  )

/** For someone who has lost access to the plan. */
export const forgetWatches = (ctx: WriteCtx, planId: string, userId: string): Promise<void> =>
  deleteWatches(ctx.db, { plan_id: planId, user_id: userId })

/** For a deleted account. */
export const forgetAllWatches = (ctx: WriteCtx): Promise<void> => deleteWatches(ctx.db, { user_id: ctx.actor.id })

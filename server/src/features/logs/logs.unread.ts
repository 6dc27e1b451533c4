// Which comments are unread for a person: those by others since the last look at the node, since joining the plan, and
// within a month.
import { UNREAD_DAYS, type UnreadNode } from '@cairn/contract/api/comments'
import { DAY_MS, plusMs } from '../../base/units.ts'
import type { Ctx, WriteCtx } from '../../core/ctx.ts'
import { requireUndeletedNode } from '../../core/nodes.ts'
import { requireAccess } from '../../core/plan-access.ts'
import { countUnread, deleteReads, findJoined, findSeen, upsertAllSeen, upsertSeen } from './logs.unread.repo.ts'

const latest = (...times: (string | undefined)[]): string => times.reduce<string>((a, b) => (b && b > a ? b : a), '')

const oldestUnread = ({ now }: Ctx): string => plusMs(now, -UNREAD_DAYS * DAY_MS)

async function readPlanSince(ctx: Ctx, planId: string): Promise<string> {
  return latest(oldestUnread(ctx), await findJoined(ctx.db, { plan_id: planId, user_id: ctx.actor.id }))
}

/** Comments by others after this time are unread. The caller has authorized the plan. */
export async function readUnreadSince(ctx: Ctx, planId: string, nodeId: string): Promise<string> {
  const seen = await findSeen(ctx.db, { plan_id: planId, user_id: ctx.actor.id }, nodeId)
  return latest(await readPlanSince(ctx, planId), seen)
}

/** The nodes with unread comments. */
export async function listUnread(ctx: Ctx, planId: string): Promise<UnreadNode[]> {
  await requireAccess(ctx, planId, 'plan.read')
  return countUnread(ctx.db, { plan_id: planId, user_id: ctx.actor.id }, await readPlanSince(ctx, planId))
}

/** Later comments stay unread, also if a device that was offline marks an earlier time. */
export async function markNodeSeen(ctx: WriteCtx, planId: string, nodeId: string, until: string): Promise<void> {
  await requireAccess(ctx, planId, 'plan.mark')
  await requireUndeletedNode(ctx, planId, nodeId)
  const seen_at = until < ctx.now ? until : ctx.now
  await upsertSeen(ctx.db, { plan_id: planId, node_id: nodeId, user_id: ctx.actor.id, seen_at })
}

/** For a collaborator who becomes the owner, who has no time of joining: earlier comments stay read. */
export const keepReadUntil = (ctx: WriteCtx, planId: string, userId: string, joined: string): Promise<void> =>
  upsertAllSeen(ctx.db, { plan_id: planId, user_id: userId }, { since: oldestUnread(ctx), until: joined })

/** For someone who has lost access to the plan. */
export const forgetReads = (ctx: WriteCtx, planId: string, userId: string): Promise<void> =>
  deleteReads(ctx.db, { plan_id: planId, user_id: userId })

/** For a deleted account. */
export const forgetAllReads = (ctx: WriteCtx): Promise<void> => deleteReads(ctx.db, { user_id: ctx.actor.id })

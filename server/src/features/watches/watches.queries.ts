import type { WatchLevel } from '@cairn/contract/api/watches'
import type { Ctx } from '../../core/ctx.ts'
import { requireUndeletedNode } from '../../core/nodes.ts'
import { requireAccess } from '../../core/plan-access.ts'
import { findLevel, listWatches } from './watches.repo.ts'

export async function readWatches(ctx: Ctx, planId: string): Promise<{ node_id: string; level: WatchLevel }[]> {
  await requireAccess(ctx, planId, 'plan.read')
  return listWatches(ctx.db, { plan_id: planId, user_id: ctx.actor.id })
}

export async function readWatch(ctx: Ctx, planId: string, nodeId: string): Promise<{ level: WatchLevel | null }> {
  await requireAccess(ctx, planId, 'plan.read')
  await requireUndeletedNode(ctx, planId, nodeId)
  return { level: await findLevel(ctx.db, { plan_id: planId, user_id: ctx.actor.id }, nodeId) }
}

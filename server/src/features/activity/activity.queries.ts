import type { ActivityItem, ActivityPage } from '@cairn/contract/api/activity'
import type { Plan } from '@cairn/contract/api/plans'
import type { Ctx } from '../../core/ctx.ts'
import { requireLivingNode } from '../nodes/nodes.queries.ts'
import { authorizePlan } from '../plans/plans.access.ts'
import { showPlan } from '../plans/plans.queries.ts'
import {
  countNodeEvents,
  countVisibleEvents,
  listNodeEvents,
  listPlanEvents,
  listVisibleEvents,
} from './activity.repo.ts'
import { toActivityItems } from './activity.shape.ts'

const TIMELINE_MAX = 1_000

interface PageQuery {
  page: number
  limit: number
}

const offsetOf = ({ page, limit }: PageQuery): number => (page - 1) * limit

const toPage = (data: ActivityItem[], total: number, { page, limit }: PageQuery): ActivityPage => ({
  data,
  total,
  page,
  limit,
  total_pages: Math.ceil(total / limit),
})

/** What happened in all plans that the caller may see, newest first. */
export async function getFeed(ctx: Ctx, query: PageQuery): Promise<ActivityPage> {
  const total = await countVisibleEvents(ctx.db, ctx.actor.id)
  const offset = offsetOf(query)
  const rows = offset < total ? await listVisibleEvents(ctx.db, ctx.actor.id, { offset, limit: query.limit }) : []
  return toPage(await toActivityItems(ctx, rows), total, query)
}

/** What happened in a plan, newest first. Its revision has no gaps, so it is the number of events too. */
export async function getPlanActivity(ctx: Ctx, planId: string, query: PageQuery): Promise<ActivityPage> {
  const { revision } = await authorizePlan(ctx, planId, 'plan.read')
  const rows = await listPlanEvents(ctx.db, planId, { upTo: revision - offsetOf(query), limit: query.limit })
  return toPage(await toActivityItems(ctx, rows), revision, query)
}

export async function getNodeActivity(
  ctx: Ctx,
  planId: string,
  nodeId: string,
  query: PageQuery,
): Promise<ActivityPage> {
  const { items, total } = await readNodeEvents(ctx, planId, nodeId, { offset: offsetOf(query), limit: query.limit })
  return toPage(items, total, query)
}

export async function getNodeActivities(
  ctx: Ctx,
  planId: string,
  nodeId: string,
  { offset, limit }: { offset: number; limit: number },
) {
  const { items, total } = await readNodeEvents(ctx, planId, nodeId, { offset, limit })
  return { activities: items, total, limit, offset }
}

async function readNodeEvents(ctx: Ctx, planId: string, nodeId: string, range: { offset: number; limit: number }) {
  await authorizePlan(ctx, planId, 'plan.read')
  await requireLivingNode(ctx, planId, nodeId)
  const total = await countNodeEvents(ctx.db, planId, nodeId)
  const rows = await listNodeEvents(ctx.db, { plan_id: planId, node_id: nodeId, ...range })
  return { items: await toActivityItems(ctx, rows), total }
}

/** The latest events of a plan in the order in which they happened. */
export async function getTimeline(ctx: Ctx, planId: string): Promise<{ plan: Plan; timeline: ActivityItem[] }> {
  const plan = await authorizePlan(ctx, planId, 'plan.read')
  const rows = await listPlanEvents(ctx.db, planId, { upTo: plan.revision, limit: TIMELINE_MAX })
  return { plan: await showPlan(ctx, plan), timeline: await toActivityItems(ctx, rows.reverse()) }
}

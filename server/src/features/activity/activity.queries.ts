import { createHash } from 'node:crypto'
import type { ActivityItem, ActivityPage } from '@cairn/contract/api/activity'
import type { Plan } from '@cairn/contract/api/plans'
import { z } from 'zod'
import { rest } from '../../base/turns.ts'
import type { Ctx } from '../../core/ctx.ts'
import { pageOf, readCursor, writeCursor } from '../../core/cursors.ts'
import { requireUndeletedNode } from '../../core/nodes.ts'
import { authorizePlan } from '../../core/plan-access.ts'
import { showPlan } from '../plans/plans.queries.ts'
import {
  countNodeEvents,
  type EventWithActor,
  listNodeEvents,
  listPlanEvents,
  listVisibleEvents,
  listVisibleRevisions,
} from './activity.repo.ts'
import { toActivityItems } from './activity.shape.ts'

interface PageQuery {
  page: number
  limit: number
  cursor?: string
}
interface Paged<T> {
  reply: T
  page: number
  pages: number
  next: string | null
}

const PagePosition = z.strictObject({ revision: z.int(), page: z.int() })

const offsetOf = ({ page, limit }: PageQuery): number => (page - 1) * limit

/** `rows` are read with one more than the limit. */
async function toPage<Row extends EventWithActor>(
  ctx: Ctx,
  rows: readonly Row[],
  { total, page, limit }: { total: number; page: number; limit: number },
  cursorAfter: (last: Row) => string,
): Promise<Paged<ActivityPage>> {
  const { shown, next } = pageOf(rows, limit, cursorAfter)
  const pages = Math.ceil(total / limit)
  const reply = { data: await toActivityItems(ctx, shown), total, page, limit, total_pages: pages }
  return { reply, page, pages, next }
}

const FeedPosition = z.strictObject({
  placed: z.string(),
  plan_id: z.string(),
  revision: z.int(),
  page: z.int(),
  /** Items on the pages before. */
  seen: z.int(),
  /**
   * The number of events, and of which plans, when the first page was read: other rows may have moved down this far
   * since.
   */
  total: z.int(),
  plans: z.string(),
})

/** Events of all plans that the caller can see, newest first. Revisions have no gaps, so they count the events. */
export async function getFeed(ctx: Ctx, query: PageQuery): Promise<Paged<ActivityPage>> {
  const visible = await listVisibleRevisions(ctx.db, ctx.actor)
  const total = visible.reduce((sum, { revision }) => sum + revision, 0)
  const plans = fingerprint(visible.map(({ id }) => id))
  const after = readCursor('feed', FeedPosition, query.cursor)
  const page = after?.page ?? query.page
  const offset = after ? 0 : offsetOf(query)
  const seen = after?.seen ?? offset
  const grown = after?.plans === plans ? Math.max(0, total - after.total) : after ? total : 0
  const limit = query.limit + 1
  const rows =
    seen < total || after
      ? await listVisibleEvents(ctx.db, ctx.actor, { offset, limit, reach: seen + limit + grown, after })
      : []
  return toPage(ctx, rows, { total, page, limit: query.limit }, ({ placed, plan_id, revision }) => {
    const first = { total: after?.total ?? total, plans: after?.plans ?? plans }
    return writeCursor('feed', { placed, plan_id, revision, page: page + 1, seen: seen + query.limit, ...first })
  })
}

const fingerprint = (ids: readonly string[]): string =>
  createHash('sha256').update(ids.toSorted().join()).digest('base64url').slice(0, 11)

/** Events of a plan, newest first. Its revision has no gaps, so it counts the events. */
export async function getPlanActivity(ctx: Ctx, planId: string, query: PageQuery): Promise<Paged<ActivityPage>> {
  const { revision } = await authorizePlan(ctx, planId, 'plan.read')
  const after = readCursor('plan', PagePosition, query.cursor)
  const page = after?.page ?? query.page
  const upTo = after ? after.revision - 1 : revision - offsetOf(query)
  const rows = await listPlanEvents(ctx.db, planId, { upTo, limit: query.limit + 1 })
  return toPage(ctx, rows, { total: revision, page, limit: query.limit }, (last) =>
    writeCursor('plan', { revision: last.revision, page: page + 1 }),
  )
}

/** Events of a node, newest first. */
export async function getNodeActivity(
  ctx: Ctx,
  planId: string,
  nodeId: string,
  query: PageQuery,
): Promise<Paged<ActivityPage>> {
  const after = readCursor('node', PagePosition, query.cursor)
  const page = after?.page ?? query.page
  const offset = after ? 0 : offsetOf(query)
  const total = await countEvents(ctx, planId, nodeId)
  const rows = await listNodeEvents(ctx.db, {
    plan_id: planId,
    node_id: nodeId,
    offset,
    limit: query.limit + 1,
    before: after?.revision,
  })
  return toPage(ctx, rows, { total, page, limit: query.limit }, (last) =>
    writeCursor('node', { revision: last.revision, page: page + 1 }),
  )
}

const OffsetPosition = z.strictObject({ revision: z.int(), offset: z.int() })

export async function getNodeActivities(
  ctx: Ctx,
  planId: string,
  nodeId: string,
  { limit, cursor, ...query }: { offset: number; limit: number; cursor?: string },
) {
  const after = readCursor('activities', OffsetPosition, cursor)
  const offset = after?.offset ?? query.offset
  const total = await countEvents(ctx, planId, nodeId)
  const rows = await listNodeEvents(ctx.db, {
    plan_id: planId,
    node_id: nodeId,
    offset: after ? 0 : offset,
    limit: limit + 1,
    before: after?.revision,
  })
  const { shown, next } = pageOf(rows, limit, ({ revision }) =>
    writeCursor('activities', { revision, offset: offset + limit }),
  )
  return { reply: { activities: await toActivityItems(ctx, shown), total, limit, offset }, next }
}

async function countEvents(ctx: Ctx, planId: string, nodeId: string): Promise<number> {
  await authorizePlan(ctx, planId, 'plan.read')
  await requireUndeletedNode(ctx, planId, nodeId)
  return countNodeEvents(ctx.db, planId, nodeId)
}

/** Events with the longest texts that are read and shown in one turn of the event loop. */
const TIMELINE_PART = 200

/** The latest events of a plan, or those before a cursor, oldest first. */
export async function getTimeline(
  ctx: Ctx,
  planId: string,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<{ reply: { plan: Plan; timeline: ActivityItem[] }; next: string | null }> {
  const plan = await authorizePlan(ctx, planId, 'plan.read')
  const before = readCursor('timeline', z.int(), cursor)
  const upTo = before === undefined ? plan.revision : before - 1
  const parts: ActivityItem[][] = []
  // Revisions have no gaps.
  for (let left = Math.min(limit, upTo); left > 0; left -= TIMELINE_PART) {
    if (parts.length > 0) await rest()
    const page = { upTo: upTo - parts.length * TIMELINE_PART, limit: Math.min(left, TIMELINE_PART) }
    parts.push(await toActivityItems(ctx, (await listPlanEvents(ctx.db, planId, page)).toReversed()))
  }
  const timeline = parts.toReversed().flat()
  const earliest = timeline[0]?.revision ?? 1
  return {
    reply: { plan: await showPlan(ctx, plan), timeline },
    next: earliest > 1 ? writeCursor('timeline', earliest) : null,
  }
}

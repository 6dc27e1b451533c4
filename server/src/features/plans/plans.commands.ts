import type { ImportFormat } from '@cairn/contract/api/importFormats'
import type { Plan, PlanStatus } from '@cairn/contract/api/plans'
import { searchText } from '@cairn/contract/rules/searchText'
import { notFound } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import { requireAllPlans } from '../../core/credential-limits.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { type AuthorizedPlan, authorizePlan } from '../../core/plan-access.ts'
import type { Services } from '../../core/services.ts'
import { trashedSince } from '../../core/trash.ts'
import { requireVersion } from '../../core/versions.ts'
import type { NodeRow, PlanRow } from '../../db/schema.ts'
import { purgePlans } from '../maintenance/maintenance.ts'
import { EMPTY, type PlanFill, requireRoom } from '../nodes/nodes.budget.ts'
import { showPlan } from './plans.queries.ts'
import { deletePlanForGood, insertPlan, updatePlan } from './plans.repo.ts'

export interface NewPlan {
  title: string
  description: string | null
  status?: PlanStatus
}

/** The new plan belongs to the caller and has no nodes. */
export async function createPlan(ctx: WriteCtx, { title, description, status = 'draft' }: NewPlan): Promise<Plan> {
  const id = newId()
  await startPlan(ctx, id, { title, description, status, ...EMPTY })
  return showPlan(ctx, await authorizePlan(ctx, id, 'plan.read'))
}

type StatusCounts = Pick<PlanRow, 'completed_count' | 'in_progress_count' | 'blocked_count'>
const NONE_STARTED: StatusCounts = { completed_count: 0, in_progress_count: 0, blocked_count: 0 }

export function statusCountsOf(rows: readonly Pick<NodeRow, 'status'>[]): StatusCounts {
  const counts = { ...NONE_STARTED }
  for (const { status } of rows)
    if (status === 'completed') counts.completed_count++
    else if (status === 'in_progress') counts.in_progress_count++
    else if (status === 'blocked') counts.blocked_count++
  return counts
}

/** The plan's row and its first event. Its `node_count` initial nodes have no events. */
export async function startPlan(
  ctx: WriteCtx,
  id: string,
  {
    title,
    description,
    status,
    node_count,
    text_bytes,
    imported,
    ...counts
  }: Pick<PlanRow, 'title' | 'description' | 'status'> &
    PlanFill &
    Partial<StatusCounts> & { imported?: ImportFormat | undefined },
): Promise<void> {
  const fields = { title, description, status }
  requireAllPlans(ctx.actor)
  requireRoom(ctx, EMPTY, { node_count, text_bytes })
  await insertPlan(ctx.db, {
    id,
    ...fields,
    owner_id: ctx.actor.id,
    revision: 0,
    version: 1,
    node_count,
    ...NONE_STARTED,
    ...counts,
    text_bytes,
    search_text: searchText(fields.title, fields.description),
    created_at: ctx.now,
    updated_at: ctx.now,
    deleted_at: null,
  })
  const after = { ...fields, node_count, ...(imported ? { imported } : {}) }
  await ctx.emit({ kind: 'plan.created', plan_id: id, data: { before: null, after } })
}

export interface PlanChanges {
  title?: string
  description?: string | null
  status?: PlanStatus
  expected_version?: number
}

/** 409 `version_conflict` with the current plan. */
export const requirePlanVersion = (ctx: WriteCtx, plan: AuthorizedPlan, expected: number | undefined): Promise<void> =>
  requireVersion('plan', plan, expected, () => showPlan(ctx, plan))

/** Changes what differs. Does nothing if unchanged. */
export async function editPlan(
  ctx: WriteCtx,
  planId: string,
  { expected_version, ...wanted }: PlanChanges,
): Promise<Plan> {
  const plan = await authorizePlan(ctx, planId, 'plan.edit')
  await requirePlanVersion(ctx, plan, expected_version)
  const changed = (['title', 'description', 'status'] as const).filter(
    (field) => wanted[field] !== undefined && wanted[field] !== plan[field],
  )
  if (changed.length === 0) return showPlan(ctx, plan)

  const pick = (from: Omit<PlanChanges, 'expected_version'>) =>
    Object.fromEntries(changed.map((field) => [field, from[field]]))
  const after = pick(wanted)
  const version = plan.version + 1
  const next = { ...plan, ...after }
  await updatePlan(ctx.db, planId, { ...after, version, search_text: searchText(next.title, next.description) })
  await ctx.emit({ kind: 'plan.updated', plan_id: planId, data: { before: pick(plan), after: { ...after, version } } })
  return showPlan(ctx, await authorizePlan(ctx, planId, 'plan.read'))
}

/** Moves the plan to the trash, from which only the owner can restore it. */
export async function deletePlan(ctx: WriteCtx, planId: string, expected?: number): Promise<void> {
  const plan = await authorizePlan(ctx, planId, 'plan.own')
  await requirePlanVersion(ctx, plan, expected)
  await updatePlan(ctx.db, planId, { deleted_at: ctx.now })
  ctx.revokeAccess({ kind: 'whole_plan', plan_id: planId })
  await ctx.emit({ kind: 'plan.deleted', plan_id: planId, data: { before: { title: plan.title }, after: null } })
}

/** Whether the plan has been in the trash for so long that it is being purged. */
const isOutOfTrash = (ctx: WriteCtx, { deleted_at }: AuthorizedPlan): boolean =>
  (deleted_at ?? ctx.now) < trashedSince(ctx)

/** 404 after 30 days in the trash: the plan is being purged by then. */
export async function restorePlan(ctx: WriteCtx, planId: string, expected?: number): Promise<Plan> {
  const plan = await authorizePlan(ctx, planId, 'plan.own', { trashed: true })
  if (isOutOfTrash(ctx, plan)) throw notFound('Plan')
  await requirePlanVersion(ctx, plan, expected)
  await updatePlan(ctx.db, planId, { deleted_at: null })
  await ctx.emit({ kind: 'plan.restored', plan_id: planId, data: { before: null, after: { title: plan.title } } })
  return showPlan(ctx, await authorizePlan(ctx, planId, 'plan.read'))
}

/** Permanently deletes a plan in the trash; its rows are purged in the background. */
export async function purgePlan(ctx: WriteCtx, app: Services, planId: string): Promise<void> {
  const plan = await authorizePlan(ctx, planId, 'plan.own', { trashed: true })
  if (isOutOfTrash(ctx, plan)) throw notFound('Plan')
  await deletePlanForGood(ctx.db, plan.id)
  ctx.afterCommit(() => app.background.run('purge of a deleted plan', () => purgePlans(app)))
}

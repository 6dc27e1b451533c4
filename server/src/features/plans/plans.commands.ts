import type { Plan, PlanStatus } from '@cairn/contract/api/plans'
import { searchText } from '@cairn/contract/rules/searchText'
import { notFound } from '../../base/errors.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { type AuthorizedPlan, authorizePlan } from '../../core/plan-access.ts'
import type { Services } from '../../core/services.ts'
import { trashedSince } from '../../core/trash.ts'
import { requireVersion } from '../../core/versions.ts'
import { purgePlans } from '../maintenance/maintenance.ts'
import { showPlan } from './plans.queries.ts'
import { deletePlanForGood, updatePlan } from './plans.repo.ts'
import { type NewPlan, planStart, startPlan } from './plans.start.ts'

/** The new plan belongs to the caller and has no nodes. */
export const createPlan = (ctx: WriteCtx, plan: NewPlan): Promise<Plan> => startPlan(ctx, planStart(ctx, plan))

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

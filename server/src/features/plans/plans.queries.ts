import type { Plan } from '@cairn/contract/api/plans'
import type { PlanRole } from '@cairn/contract/rules/permissions'
import { planProgress } from '@cairn/contract/rules/progress'
import type { Ctx } from '../../core/ctx.ts'
import { type AuthorizedPlan, authorizePlan } from '../../core/plan-access.ts'
import { findUserName } from './plans.repo.ts'

type PlanFields = Omit<AuthorizedPlan, 'deleted_at' | 'role'>

/** The plan as everyone who can see it does. */
export const toCommonPlan = (plan: PlanFields, ownerName: string): Omit<Plan, 'role'> => ({
  id: plan.id,
  title: plan.title,
  description: plan.description,
  status: plan.status,
  progress: planProgress(plan.completed_count, plan.node_count),
  owner_id: plan.owner_id,
  owner: { id: plan.owner_id, name: ownerName },
  node_count: plan.node_count,
  completed_count: plan.completed_count,
  in_progress_count: plan.in_progress_count,
  blocked_count: plan.blocked_count,
  revision: plan.revision,
  version: plan.version,
  created_at: plan.created_at,
  updated_at: plan.updated_at,
})

/** The plan as the caller sees it. */
export const toPlan = (plan: PlanFields, role: PlanRole, ownerName: string): Plan => ({
  ...toCommonPlan(plan, ownerName),
  role,
})

/** An authorized plan as it travels. */
export async function showPlan(ctx: Ctx, plan: AuthorizedPlan): Promise<Plan> {
  return toPlan(plan, plan.role, (await findUserName(ctx.db, plan.owner_id)) ?? '')
}

export async function getPlan(ctx: Ctx, planId: string): Promise<Plan> {
  return showPlan(ctx, await authorizePlan(ctx, planId, 'plan.read'))
}

export async function getPlanProgress(ctx: Ctx, planId: string) {
  const plan = await authorizePlan(ctx, planId, 'plan.read')
  const { node_count, completed_count, in_progress_count, blocked_count } = plan
  return {
    progress: planProgress(completed_count, node_count),
    total_nodes: node_count,
    completed_nodes: completed_count,
    in_progress_nodes: in_progress_count,
    not_started_nodes: node_count - completed_count - in_progress_count - blocked_count,
    blocked_nodes: blocked_count,
  }
}

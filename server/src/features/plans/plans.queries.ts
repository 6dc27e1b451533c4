import type { Plan, plansApi } from '@cairn/contract/api/plans'
import { planProgress } from '@cairn/contract/rules/progress'
import { queryTokens, searchTokens } from '@cairn/contract/rules/searchText'
import type { z } from 'zod'
import type { Ctx } from '../../core/ctx.ts'
import { type AuthorizedPlan, authorizePlan } from './plans.access.ts'
import { findUserName, listTrashedPlans, listVisiblePlans } from './plans.repo.ts'

/** The plan as the caller sees it. Field by field: a list makes a hundred of these, and spreading costs twice as much. */
function toPlan(plan: Omit<AuthorizedPlan, 'deleted_at'>, ownerName: string): Plan {
  return {
    id: plan.id,
    title: plan.title,
    description: plan.description,
    status: plan.status,
    progress: planProgress(plan.completed_count, plan.node_count),
    owner_id: plan.owner_id,
    owner: { id: plan.owner_id, name: ownerName },
    role: plan.role,
    node_count: plan.node_count,
    completed_count: plan.completed_count,
    in_progress_count: plan.in_progress_count,
    blocked_count: plan.blocked_count,
    revision: plan.revision,
    version: plan.version,
    created_at: plan.created_at,
    updated_at: plan.updated_at,
  }
}

/** An authorised plan as it travels. */
export async function showPlan(ctx: Ctx, plan: AuthorizedPlan): Promise<Plan> {
  return toPlan(plan, (await findUserName(ctx.db, plan.owner_id)) ?? '')
}

export async function getPlan(ctx: Ctx, planId: string): Promise<Plan> {
  return showPlan(ctx, await authorizePlan(ctx, planId, 'plan.read'))
}

/** A page of the caller's plans, newest change first, with the counts that the filters show. */
export async function listPlans(ctx: Ctx, query: z.output<typeof plansApi.list.query>) {
  const visible = query.trash
    ? await listTrashedPlans(ctx.db, ctx.actor.id)
    : await listVisiblePlans(ctx.db, ctx.actor.id)
  const found = visible.filter(matching(query.q))
  const byStatus = { draft: 0, active: 0, completed: 0, archived: 0 }
  for (const plan of found) byStatus[plan.status]++
  const chosen = query.status ? found.filter((plan) => plan.status === query.status) : found
  chosen.sort((a, b) => (a.updated_at < b.updated_at ? 1 : a.updated_at > b.updated_at ? -1 : a.id < b.id ? 1 : -1))
  const first = (query.page - 1) * query.limit
  return {
    plans: chosen.slice(first, first + query.limit).map((plan) => toPlan(plan, plan.owner_name)),
    total: chosen.length,
    by_status: { all: found.length, ...byStatus },
  }
}

/** Every word of `q` begins a word of the title or the description. */
function matching(q: string | undefined) {
  const tokens = queryTokens(q ?? '')
  return ({ title, description }: { title: string; description: string | null }): boolean => {
    if (tokens.length === 0) return true
    const words = searchTokens(`${title} ${description ?? ''}`)
    return tokens.every((token) => words.some((word) => word.startsWith(token)))
  }
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

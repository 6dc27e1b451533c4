import type { Plan, PlanTemplate } from '@cairn/contract/api/plans'
import { conflict } from '../../base/errors.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { authorizePlan } from '../../core/plan-access.ts'
import { addEdges } from '../edges/edges.draft.ts'
import { addNodes } from '../nodes/nodes.draft.ts'
import { draftOf, templates } from '../templates/templates.ts'
import { createPlanFromDraft } from './plans.draft.ts'
import { getPlan } from './plans.queries.ts'
import type { NewPlan } from './plans.start.ts'

/** Creates a plan with the template's nodes under a root; its description defaults to the template's. */
export async function createPlanFromTemplate(ctx: WriteCtx, plan: NewPlan, template: PlanTemplate): Promise<Plan> {
  const described = { ...plan, description: plan.description ?? templates[template].description }
  return createPlanFromDraft(ctx, described, draftOf(template, described))
}

/** Fills a plan without nodes: 409 `plan_not_empty` otherwise. Its title and description stay. */
export async function applyTemplate(ctx: WriteCtx, planId: string, template: PlanTemplate): Promise<Plan> {
  const plan = await authorizePlan(ctx, planId, 'plan.edit')
  if (plan.node_count > 0) throw conflict('plan_not_empty', 'This plan already has nodes.')
  ctx.groupEvents()
  const { root, edges } = draftOf(template, plan)
  await addEdges(ctx, planId, edges, await addNodes(ctx, planId, root))
  return getPlan(ctx, planId)
}

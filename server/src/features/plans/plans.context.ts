import type { PlanTreeNode } from '@cairn/contract/api/nodes'
import type { Plan } from '@cairn/contract/api/plans'
import { nestTree } from '@cairn/contract/rules/tree'
import type { Ctx } from '../../core/ctx.ts'
import { readNodes } from '../nodes/nodes.queries.ts'
import { authorizePlan } from './plans.access.ts'
import { showPlan } from './plans.queries.ts'

/** The plan and its whole tree, nested. */
export async function getPlanContext(ctx: Ctx, planId: string): Promise<{ plan: Plan; structure: PlanTreeNode[] }> {
  const plan = await authorizePlan(ctx, planId, 'plan.read')
  return { plan: await showPlan(ctx, plan), structure: nestTree(await readNodes(ctx, planId)) }
}

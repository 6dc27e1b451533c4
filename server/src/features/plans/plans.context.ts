import type { PlanTreeNode } from '@cairn/contract/api/nodes'
import type { Plan } from '@cairn/contract/api/plans'
import { nestTree } from '@cairn/contract/rules/tree'
import type { Ctx } from '../../core/ctx.ts'
import { snapshot } from '../../db/snapshot.ts'
import { readNodes } from '../nodes/nodes.queries.ts'
import { authorizePlan } from './plans.access.ts'
import { showPlan } from './plans.queries.ts'

/** The plan and its whole tree, nested. */
export function getPlanContext(ctx: Ctx, planId: string): Promise<{ plan: Plan; structure: PlanTreeNode[] }> {
  return snapshot(ctx, async (at) => {
    const plan = await authorizePlan(at, planId, 'plan.read')
    return { plan: await showPlan(at, plan), structure: nestTree(await readNodes(at, planId)) }
  })
}

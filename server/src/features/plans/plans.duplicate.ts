import type { Plan } from '@cairn/contract/api/plans'
import { newId } from '../../base/ids.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { authorizePlan } from '../../core/plan-access.ts'
import { copyEdges } from '../edges/edges.copy.ts'
import { fillOf } from '../nodes/nodes.budget.ts'
import { copyNodes, copyTitle, insertDraftNodes } from '../nodes/nodes.copy.ts'
import { startPlan } from './plans.commands.ts'
import { getPlan } from './plans.queries.ts'

/** A draft of the caller with the same nodes and edges, nothing started, no assignees, logs or files. */
export async function duplicatePlan(ctx: WriteCtx, planId: string, title: string | null): Promise<Plan> {
  const source = await authorizePlan(ctx, planId, 'plan.copy')
  const id = newId()
  const { ids, copies } = await copyNodes(ctx, planId, id)
  await startPlan(ctx, id, {
    title: title ?? copyTitle(source.title),
    description: source.description,
    status: 'draft',
    ...fillOf(copies),
  })
  await insertDraftNodes(ctx, copies)
  await copyEdges(ctx, planId, id, ids)
  return getPlan(ctx, id)
}

import type { Plan } from '@cairn/contract/api/plans'
import type { WriteCtx } from '../../core/ctx.ts'
import { newId } from '../../core/ids.ts'
import { copyEdges } from '../edges/edges.copy.ts'
import { copyNodes, copyTitle } from '../nodes/nodes.copy.ts'
import { authorizePlan } from './plans.access.ts'
import { startPlan } from './plans.commands.ts'
import { getPlan } from './plans.queries.ts'

/** A draft of the caller's own with the same nodes and edges, nothing done, nobody assigned; logs and files stay where they are. */
export async function duplicatePlan(ctx: WriteCtx, planId: string, title: string | null): Promise<Plan> {
  const source = await authorizePlan(ctx, planId, 'plan.copy')
  const id = newId()
  await startPlan(ctx, id, {
    title: title ?? copyTitle(source.title),
    description: source.description,
    status: 'draft',
    node_count: source.node_count,
  })
  const copies = await copyNodes(ctx, planId, id)
  await copyEdges(ctx, planId, id, copies)
  return getPlan(ctx, id)
}

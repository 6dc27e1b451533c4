import type { PlanEdge } from '@cairn/contract/api/edges'
import type { Ctx } from '../../core/ctx.ts'
import { requireAccess } from '../../core/plan-access.ts'
import { listEdgesOfNode, listUndeletedEdges } from './edges.repo.ts'

/** Edges between undeleted nodes, oldest first. */
export async function listEdges(ctx: Ctx, planId: string): Promise<PlanEdge[]> {
  await requireAccess(ctx, planId, 'plan.read')
  return listUndeletedEdges(ctx.db, planId)
}

/** Edges that begin or end at a node. The caller has authorized the plan. */
export const readEdgesOfNode = (ctx: Ctx, planId: string, nodeId: string): Promise<PlanEdge[]> =>
  listEdgesOfNode(ctx.db, planId, nodeId)

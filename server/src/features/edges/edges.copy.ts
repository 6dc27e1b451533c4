import type { PlanEdge } from '@cairn/contract/api/edges'
import { newId } from '../../base/ids.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { requireEdgeRoom } from './edges.budget.ts'
import { insertEdges, listUndeletedEdges } from './edges.repo.ts'

/**
 * Duplicates the edges of one plan between the copies of its nodes, in another plan or in the same; returns the new
 * ones.
 */
export async function copyEdges(
  ctx: WriteCtx,
  fromPlanId: string,
  toPlanId: string,
  copies: ReadonlyMap<string, string>,
): Promise<PlanEdge[]> {
  const edges: PlanEdge[] = []
  for (const { source_id, target_id, kind } of await listUndeletedEdges(ctx.db, fromPlanId)) {
    const [source, target] = [copies.get(source_id), copies.get(target_id)]
    if (source && target)
      edges.push({
        id: newId(),
        plan_id: toPlanId,
        source_id: source,
        target_id: target,
        kind,
        version: 1,
        created_at: ctx.now,
      })
  }
  await requireEdgeRoom(ctx, toPlanId, edges.length)
  await insertEdges(ctx.db, edges)
  return edges
}

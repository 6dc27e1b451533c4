import type { PlanEdge } from '@cairn/contract/api/edges'
import { newId } from '../../base/ids.ts'
import { mapInTurns } from '../../base/turns.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { requireEdgeRoom } from './edges.budget.ts'
import { insertEdges, listEdgesFrom, listUndeletedEdges } from './edges.repo.ts'

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
  const originals =
    fromPlanId === toPlanId
      ? await listEdgesFrom(ctx.db, fromPlanId, [...copies.keys()])
      : await listUndeletedEdges(ctx.db, fromPlanId)
  const made = await mapInTurns(originals, ({ source_id: from, target_id: to, kind }): PlanEdge[] => {
    const [source_id, target_id] = [copies.get(from), copies.get(to)]
    if (!source_id || !target_id) return []
    return [{ id: newId(), plan_id: toPlanId, source_id, target_id, kind, version: 1, created_at: ctx.now }]
  })
  const edges = made.flat()
  await requireEdgeRoom(ctx, toPlanId, edges.length)
  await insertEdges(ctx.db, edges)
  return edges
}

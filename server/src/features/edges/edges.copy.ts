import type { PlanEdge } from '@cairn/contract/api/edges'
import { newId } from '../../base/ids.ts'
import { mapInTurns } from '../../base/turns.ts'
import type { Ctx, WriteCtx } from '../../core/ctx.ts'
import { type Insert, insertsOf } from '../../db/inserts.ts'
import type { EdgeRow } from '../../db/schema.ts'
import { requireEdgeRoom } from './edges.budget.ts'
import { insertEdges, listEdgesFrom, listUndeletedEdges } from './edges.repo.ts'

/** Duplicates the edges among nodes of a plan between their copies in the same plan; returns the new ones. */
export async function copyEdges(
  ctx: WriteCtx,
  planId: string,
  copies: ReadonlyMap<string, string>,
): Promise<PlanEdge[]> {
  const edges = await copiesOfEdges(ctx, await listEdgesFrom(ctx.db, planId, [...copies.keys()]), planId, copies)
  await requireEdgeRoom(ctx, planId, edges.length)
  await insertEdges(ctx.db, edges)
  return edges
}

/** A copy of every edge between undeleted nodes of a plan, for another plan, given the copy of each node. */
export const copiesOfPlanEdges = async (
  ctx: Ctx,
  fromPlanId: string,
  toPlanId: string,
  copies: ReadonlyMap<string, string>,
): Promise<EdgeRow[]> => copiesOfEdges(ctx, await listUndeletedEdges(ctx.db, fromPlanId), toPlanId, copies)

/** Puts rows into a plan that begins with them. */
export const insertsOfEdges = (rows: readonly EdgeRow[]): readonly Insert[] => insertsOf(rows, insertEdges)

/** Copies of the edges whose both nodes were copied, given the copy of each node. */
async function copiesOfEdges(
  { now }: Pick<Ctx, 'now'>,
  edges: readonly EdgeRow[],
  toPlanId: string,
  copies: ReadonlyMap<string, string>,
): Promise<EdgeRow[]> {
  const made = await mapInTurns(edges, ({ source_id: from, target_id: to, kind }): EdgeRow[] => {
    const [source_id, target_id] = [copies.get(from), copies.get(to)]
    if (!source_id || !target_id) return []
    return [{ id: newId(), plan_id: toPlanId, source_id, target_id, kind, version: 1, created_at: now }]
  })
  return made.flat()
}

import type { WriteCtx } from '../../core/ctx.ts'
import { newId } from '../../core/ids.ts'
import { insertEdge, listLivingEdges } from './edges.repo.ts'

/** Draws the edges of one plan again between the copies of its nodes. */
export async function copyEdges(
  ctx: WriteCtx,
  fromPlanId: string,
  toPlanId: string,
  copies: ReadonlyMap<string, string>,
): Promise<void> {
  for (const { source_id, target_id, kind } of await listLivingEdges(ctx.db, fromPlanId)) {
    const [source, target] = [copies.get(source_id), copies.get(target_id)]
    if (source && target)
      await insertEdge(ctx.db, {
        id: newId(),
        plan_id: toPlanId,
        source_id: source,
        target_id: target,
        kind,
        created_at: ctx.now,
      })
  }
}

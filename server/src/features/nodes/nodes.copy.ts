import type { WriteCtx } from '../../core/ctx.ts'
import { newId } from '../../core/ids.ts'
import { insertNodes, listFullNodeRows } from './nodes.repo.ts'

/** Copies every living node into a plan that has none yet, as not started; answers the copy's id for each original id. */
export async function copyNodes(ctx: WriteCtx, fromPlanId: string, toPlanId: string): Promise<Map<string, string>> {
  const rows = await listFullNodeRows(ctx.db, fromPlanId)
  const copies = new Map(rows.map(({ id }) => [id, newId()]))
  await insertNodes(
    ctx.db,
    rows.map((row) => ({
      ...row,
      id: copies.get(row.id) ?? newId(),
      plan_id: toPlanId,
      parent_id: row.parent_id === null ? null : (copies.get(row.parent_id) ?? null),
      status: 'not_started',
      comment_count: 0,
      artifact_count: 0,
      version: 1,
      created_at: ctx.now,
      updated_at: ctx.now,
    })),
  )
  return copies
}

// Plans created from a draft: generated, or from a template.
import type { ImportFormat } from '@cairn/contract/api/importFormats'
import type { Plan } from '@cairn/contract/api/plans'
import { newId } from '../../base/ids.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { type DraftEdge, insertDraftEdges } from '../edges/edges.draft.ts'
import { fillOf } from '../nodes/nodes.budget.ts'
import { insertDraftNodes } from '../nodes/nodes.copy.ts'
import { type DraftNode, rowsOf } from '../nodes/nodes.draft.ts'
import { type NewPlan, startPlan, statusCountsOf } from './plans.commands.ts'
import { getPlan } from './plans.queries.ts'

export interface PlanDraft {
  root: DraftNode
  edges: readonly DraftEdge[]
  /** Where it was imported from. */
  imported?: ImportFormat
}

/** A plan of the caller with all of the draft. Only an imported one has nodes that are started. */
export async function createPlanFromDraft(
  ctx: WriteCtx,
  { title, description, status = 'draft' }: NewPlan,
  { root, edges, imported }: PlanDraft,
): Promise<Plan> {
  const id = newId()
  const { rows, ids } = await rowsOf(ctx, id, root)
  await startPlan(ctx, id, { title, description, status, ...fillOf(rows), ...statusCountsOf(rows), imported })
  await insertDraftNodes(ctx, rows)
  await insertDraftEdges(ctx, id, edges, ids)
  return getPlan(ctx, id)
}

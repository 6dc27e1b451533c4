// Plans that are thought out before they are written: made by AI, or from a template.
import type { Plan } from '@cairn/contract/api/plans'
import type { WriteCtx } from '../../core/ctx.ts'
import { newId } from '../../core/ids.ts'
import { type DraftEdge, plantEdges } from '../edges/edges.draft.ts'
import { countDrafts, type DraftNode, plantNodes } from '../nodes/nodes.draft.ts'
import { type NewPlan, startPlan } from './plans.commands.ts'
import { getPlan } from './plans.queries.ts'

export interface PlanDraft {
  root: DraftNode
  edges: readonly DraftEdge[]
}

/** A plan of the caller's own that begins with all of the draft, nothing of it done. */
export async function createPlanFromDraft(
  ctx: WriteCtx,
  { title, description, status = 'draft' }: NewPlan,
  { root, edges }: PlanDraft,
): Promise<Plan> {
  const id = newId()
  await startPlan(ctx, id, { title, description, status, node_count: countDrafts(root) })
  await plantEdges(ctx, id, edges, await plantNodes(ctx, id, root))
  return getPlan(ctx, id)
}

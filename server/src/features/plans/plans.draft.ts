// Plans created from a draft: generated, imported, or from a template.
import type { NewLink } from '@cairn/contract/api/artifacts'
import type { Plan } from '@cairn/contract/api/plans'
import { newId } from '../../base/ids.ts'
import { mapInTurns, restIfMany } from '../../base/turns.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { addLink, addUpload, type Upload } from '../artifacts/artifacts.commands.ts'
import { type DraftEdge, edgeRowsOf } from '../edges/edges.draft.ts'
import { type ImportedLog, logRowsOf } from '../logs/logs.import.ts'
import { type DraftNode, rowsOf } from '../nodes/nodes.draft.ts'
import { type NewPlan, type PlanStart, planStart, startPlan } from './plans.start.ts'

export interface PlanDraft {
  root: DraftNode
  edges: readonly DraftEdge[]
  /** Log entries, each with the key of its node. */
  logs?: readonly (Omit<ImportedLog, 'node_id'> & { node: string })[]
  /** Members, each with the key of a node. */
  assigned?: readonly { node: string; user_id: string }[]
}

/** A plan of the caller with all of the draft. Only an imported one has nodes that are started. */
export const createPlanFromDraft = async (ctx: WriteCtx, plan: NewPlan, draft: PlanDraft): Promise<Plan> =>
  startPlan(ctx, (await startOfDraft(ctx, plan, draft)).start)

/** The plan that the draft describes, and the id of the node for each key. */
export async function startOfDraft(
  ctx: Pick<WriteCtx, 'actor' | 'now' | 'limits'>,
  plan: NewPlan,
  { root, edges, logs = [], assigned = [] }: PlanDraft,
): Promise<{ start: PlanStart; ids: ReadonlyMap<string, string> }> {
  const id = newId()
  const { rows: nodes, ids } = await rowsOf(ctx, id, root)
  const byId = new Map(nodes.map((row) => [row.id, row]))
  const entries = await mapInTurns(logs, ({ node, ...log }): ImportedLog[] => {
    const row = byId.get(ids.get(node) ?? '')
    if (row && log.log_type === 'comment') row.comment_count++
    return row ? [{ ...log, node_id: row.id }] : []
  })
  await restIfMany(nodes)
  const content = {
    nodes,
    edges: await edgeRowsOf(ctx, id, edges, ids),
    logs: await logRowsOf(ctx, id, entries.flat()),
    assignments: assigned.flatMap(({ node, user_id }) => {
      const node_id = ids.get(node)
      if (node_id === undefined) return []
      return { plan_id: id, id: newId(), node_id, user_id, assigned_by: ctx.actor.id, assigned_at: ctx.now }
    }),
  }
  return { start: planStart(ctx, plan, { id, content }), ids }
}

/** A link, or a file that the store already contains, with the key of its node. */
export type DraftFile = { node: string } & ({ link: NewLink } | { upload: Upload })

/** Adds the files of a draft to its nodes. */
export async function addDraftFiles(
  ctx: WriteCtx,
  planId: string,
  files: readonly DraftFile[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  for (const file of files) {
    const nodeId = ids.get(file.node)
    if (nodeId === undefined) continue
    if ('link' in file) await addLink(ctx, planId, nodeId, file.link)
    else await addUpload(ctx, planId, nodeId, file.upload)
  }
}

// Plans created from a draft: generated, or from a template.
import type { NewLink } from '@cairn/contract/api/artifacts'
import type { ImportFormat } from '@cairn/contract/api/importFormats'
import type { Plan } from '@cairn/contract/api/plans'
import { newId } from '../../base/ids.ts'
import { mapInTurns, restIfMany } from '../../base/turns.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { addLink, addUpload, type Upload } from '../artifacts/artifacts.commands.ts'
import { assignMany } from '../assignments/assignments.commands.ts'
import { type DraftEdge, insertDraftEdges } from '../edges/edges.draft.ts'
import { type ImportedLog, insertImportedLogs } from '../logs/logs.import.ts'
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
  /** Its log entries, each with the key of its node. */
  logs?: readonly (Omit<ImportedLog, 'node_id'> & { node: string })[]
  /** Members, each with the key of a node. */
  assigned?: readonly { node: string; user_id: string }[]
  files?: readonly DraftFile[]
}

/** A link, or a file that the store already contains, with the key of its node. */
export type DraftFile = { node: string } & ({ link: NewLink } | { upload: Upload })

/** A plan of the caller with all of the draft. Only an imported one has nodes that are started. */
export async function createPlanFromDraft(
  ctx: WriteCtx,
  { title, description, status = 'draft' }: NewPlan,
  { root, edges, imported, logs = [], assigned = [], files = [] }: PlanDraft,
): Promise<Plan> {
  const id = newId()
  const { rows, ids } = await rowsOf(ctx, id, root)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const entries = await mapInTurns(logs, ({ node, ...log }): ImportedLog[] => {
    const row = byId.get(ids.get(node) ?? '')
    if (row && log.log_type === 'comment') row.comment_count++
    return row ? [{ ...log, node_id: row.id }] : []
  })
  await restIfMany(rows)
  await startPlan(ctx, id, { title, description, status, ...fillOf(rows), ...statusCountsOf(rows), imported })
  await insertDraftNodes(ctx, rows)
  await insertDraftEdges(ctx, id, edges, ids)
  await insertImportedLogs(ctx, id, entries.flat())
  const given = assigned.flatMap(({ node, user_id }) => {
    const row = byId.get(ids.get(node) ?? '')
    return row ? [{ node_id: row.id, node_title: row.title, user_id }] : []
  })
  await assignMany(ctx, id, given)
  for (const file of files) {
    const nodeId = ids.get(file.node)
    if (nodeId === undefined) continue
    if ('link' in file) await addLink(ctx, id, nodeId, file.link)
    else await addUpload(ctx, id, nodeId, file.upload)
  }
  return getPlan(ctx, id)
}

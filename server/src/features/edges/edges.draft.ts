// Edges between nodes that are named before they have ids.
import type { EdgeKind } from '@cairn/contract/api/edges'
import { newId } from '../../base/ids.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { createEdge } from './edges.commands.ts'
import { insertEdges } from './edges.repo.ts'

/** By the keys of nodes; for a dependency, the first has to be finished before the second. */
export type DraftEdge = readonly [source: string, kind: EdgeKind, target: string]

/** In a plan that begins with its edges: rows alone. */
export async function insertDraftEdges(
  ctx: WriteCtx,
  planId: string,
  edges: readonly DraftEdge[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  await insertEdges(
    ctx.db,
    edges.map((edge) => ({ id: newId(), plan_id: planId, ...endsOf(edge, ids), version: 1, created_at: ctx.now })),
  )
}

/** In a plan that people may be watching. */
export async function addEdges(
  ctx: WriteCtx,
  planId: string,
  edges: readonly DraftEdge[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  for (const edge of edges) await createEdge(ctx, planId, endsOf(edge, ids))
}

function endsOf([source, kind, target]: DraftEdge, ids: ReadonlyMap<string, string>) {
  const [source_id, target_id] = [ids.get(source), ids.get(target)]
  if (!source_id || !target_id) throw new Error(`There is no node "${source}" or no node "${target}".`)
  return { source_id, target_id, kind }
}

// Edges between nodes that have keys instead of ids.
import type { EdgeKind } from '@cairn/contract/api/edges'
import { newId } from '../../base/ids.ts'
import { mapInTurns } from '../../base/turns.ts'
import type { Ctx, WriteCtx } from '../../core/ctx.ts'
import type { EdgeRow } from '../../db/schema.ts'
import { createEdge } from './edges.commands.ts'

/** By the keys of nodes; for a dependency, the source has to finish before the target. */
export type DraftEdge = readonly [source: string, kind: EdgeKind, target: string]

/** The edges as rows of a plan that begins with them. */
export const edgeRowsOf = (
  { now }: Pick<Ctx, 'now'>,
  planId: string,
  edges: readonly DraftEdge[],
  ids: ReadonlyMap<string, string>,
): Promise<EdgeRow[]> =>
  mapInTurns(edges, (edge) => ({
    id: newId(),
    plan_id: planId,
    ...endsOf(edge, ids),
    version: 1,
    created_at: now,
  }))

/** For an existing plan: with events. */
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

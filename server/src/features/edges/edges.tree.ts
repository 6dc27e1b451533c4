// Edges of an outline, whose ends may be new nodes.
import type { EdgeKind, PlanEdge } from '@cairn/contract/api/edges'
import { findFirstCycle } from '@cairn/contract/rules/dependencies'
import { AppError, conflict, invalid } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import { inTurns, restIfMany } from '../../base/turns.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { findManyTitles } from '../../core/nodes.ts'
import { requireEdgeRoom } from './edges.budget.ts'
import { findSameEdge, insertEdges, listAllDependencies } from './edges.repo.ts'

interface DraftedEdge {
  /** The ref of a new node, or the id of an existing one. */
  source: string
  target: string
  kind: EdgeKind
}
interface NewNodes {
  refs: ReadonlyMap<string, string>
  /** By id. */
  titles: ReadonlyMap<string, string>
}

const at = (index: number, field: 'source' | 'target', ref: string, message: string) => [
  { path: `edges.${index}.${field}`, index, ref, message },
]

/** Creates the edges, all or none; errors name an edge by its index. The caller has authorized the plan. */
export async function connectNodes(
  ctx: WriteCtx,
  planId: string,
  drafts: readonly DraftedEdge[],
  { refs, titles }: NewNodes,
): Promise<PlanEdge[]> {
  if (drafts.length === 0) return []
  const others = [...new Set(drafts.flatMap(({ source, target }) => [source, target]))].filter((end) => !refs.has(end))
  const known = new Map([...titles, ...(await findManyTitles(ctx, planId, others))])
  const endOf = (index: number, field: 'source' | 'target', end: string): string => {
    const id = refs.get(end) ?? end
    if (known.has(id)) return id
    throw new AppError(404, 'node_not_found', 'Node not found', {
      details: at(index, field, end, 'No node of this call has this ref, and none of the plan this id'),
    })
  }
  const edges = drafts.map(({ source, target, kind }, index): PlanEdge => {
    const [source_id, target_id] = [endOf(index, 'source', source), endOf(index, 'target', target)]
    if (source_id === target_id) throw invalid(`edges.${index}.target`, 'source and target must be different nodes')
    return { id: newId(), plan_id: planId, source_id, target_id, kind, version: 1, created_at: ctx.now }
  })
  await requireNew(ctx, edges, titles)
  await requireNoCycle(ctx, planId, edges, refs)
  await requireEdgeRoom(ctx, planId, edges.length)
  await insertEdges(ctx.db, edges)
  await ctx.emitAll(
    edges.map((edge) => ({
      kind: 'edge.created',
      plan_id: planId,
      node_id: edge.source_id,
      node_title: known.get(edge.source_id),
      data: { before: null, after: edge },
    })),
  )
  return edges
}

async function requireNew(
  ctx: WriteCtx,
  edges: readonly PlanEdge[],
  fresh: ReadonlyMap<string, string>,
): Promise<void> {
  const seen = new Set<string>()
  for (const [index, edge] of edges.entries()) {
    const name = `${edge.source_id} ${edge.target_id} ${edge.kind}`
    const isOld = !fresh.has(edge.source_id) && !fresh.has(edge.target_id)
    if (seen.has(name) || (isOld && (await findSameEdge(ctx.db, edge)))) {
      const message = 'These nodes already have a link of this kind.'
      throw conflict('already_exists', message, [{ path: `edges.${index}`, index, message }])
    }
    seen.add(name)
  }
}

/** New nodes of a cycle are named by their refs: their ids never existed for the caller. */
async function requireNoCycle(
  ctx: WriteCtx,
  planId: string,
  edges: readonly PlanEdge[],
  refs: NewNodes['refs'],
): Promise<void> {
  const dependencies = edges.filter(({ kind }) => kind === 'dependency')
  if (dependencies.length === 0) return
  const existing = await listAllDependencies(ctx.db, planId)
  await restIfMany(existing)
  const found = await inTurns(findFirstCycle(existing, dependencies))
  if (!found) return
  const closing = dependencies[found.index]
  const index = closing ? edges.indexOf(closing) : -1
  const message = 'This dependency would create a cycle.'
  const refOf = new Map([...refs].map(([ref, id]) => [id, ref]))
  const cycle = found.path.map((id) => refOf.get(id) ?? id)
  throw conflict('cycle', message, [{ path: `edges.${index}`, index, message, cycle }])
}

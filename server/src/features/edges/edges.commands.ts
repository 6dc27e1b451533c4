import type { EdgeKind, PlanEdge } from '@cairn/contract/api/edges'
import { dependencyPath } from '@cairn/contract/rules/dependencies'
import { conflict, invalid, notFound } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import { inTurns, restIfMany } from '../../base/turns.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { requireUndeletedNode } from '../../core/nodes.ts'
import { requireAccess } from '../../core/plan-access.ts'
import { requireVersion } from '../../core/versions.ts'
import { requireEdgeRoom } from './edges.budget.ts'
import {
  deleteEdge,
  findSameEdge,
  findUndeletedEdge,
  insertEdge,
  listAllDependencies,
  listDependenciesOn,
  mayCloseCircle,
  updateEdgeKind,
} from './edges.repo.ts'

interface Ends {
  source_id: string
  target_id: string
  kind: EdgeKind
}

/**
 * Creates an edge between two undeleted nodes of the plan: 409 `already_exists`, or `cycle` with the path in `details`.
 */
export async function createEdge(
  ctx: WriteCtx,
  planId: string,
  { source_id, target_id, kind }: Ends,
): Promise<PlanEdge> {
  await requireAccess(ctx, planId, 'plan.edit')
  if (source_id === target_id) throw invalid('target_id', 'target_id must be another node than source_id')
  const source = await requireUndeletedNode(ctx, planId, source_id)
  await requireUndeletedNode(ctx, planId, target_id)
  if (kind === 'dependency') await requireNoCircle(ctx, planId, source_id, target_id)
  await requireEdgeRoom(ctx, planId, 1)
  const edge = { id: newId(), plan_id: planId, source_id, target_id, kind, version: 1, created_at: ctx.now }
  if (!(await insertEdge(ctx.db, edge))) throw alreadyThere()
  await ctx.emit({ ...about(source), kind: 'edge.created', plan_id: planId, data: { before: null, after: edge } })
  return edge
}

/** Changes the kind. Does nothing if unchanged. */
export async function setEdgeKind(
  ctx: WriteCtx,
  planId: string,
  edgeId: string,
  { kind, expected_version }: { kind: EdgeKind; expected_version?: number },
): Promise<PlanEdge> {
  await requireAccess(ctx, planId, 'plan.edit')
  const edge = await requireEdge(ctx, planId, edgeId, expected_version)
  if (edge.kind === kind) return edge
  const source = await requireUndeletedNode(ctx, planId, edge.source_id)
  if (kind === 'dependency') await requireNoCircle(ctx, planId, edge.source_id, edge.target_id)
  const after = { ...edge, kind, version: edge.version + 1 }
  if (await findSameEdge(ctx.db, after)) throw alreadyThere()
  await updateEdgeKind(ctx.db, after)
  await ctx.emit({ ...about(source), kind: 'edge.updated', plan_id: planId, data: { before: edge, after } })
  return after
}

export async function removeEdge(ctx: WriteCtx, planId: string, edgeId: string, expected?: number): Promise<void> {
  await requireAccess(ctx, planId, 'plan.edit')
  const edge = await requireEdge(ctx, planId, edgeId, expected)
  const source = await requireUndeletedNode(ctx, planId, edge.source_id)
  await deleteEdge(ctx.db, planId, edgeId)
  await ctx.emit({ ...about(source), kind: 'edge.deleted', plan_id: planId, data: { before: edge, after: null } })
}

/**
 * Returns a deleted edge under its old id: 409 `already_exists`, or `cycle`; 404 if an end is deleted. Its version
 * differs from every earlier one.
 */
export async function restoreEdge(ctx: WriteCtx, planId: string, deleted: PlanEdge): Promise<void> {
  await requireAccess(ctx, planId, 'plan.edit')
  const source = await requireUndeletedNode(ctx, planId, deleted.source_id)
  await requireUndeletedNode(ctx, planId, deleted.target_id)
  if (deleted.kind === 'dependency') await requireNoCircle(ctx, planId, deleted.source_id, deleted.target_id)
  await requireEdgeRoom(ctx, planId, 1)
  const edge = { ...deleted, version: deleted.version + 1 }
  if (!(await insertEdge(ctx.db, edge))) throw alreadyThere()
  await ctx.emit({ ...about(source), kind: 'edge.created', plan_id: planId, data: { before: null, after: edge } })
}

const about = (source: { id: string; title: string }) => ({ node_id: source.id, node_title: source.title })

const alreadyThere = () => conflict('already_exists', 'These nodes already have a link of this kind.')

async function requireEdge(
  ctx: WriteCtx,
  planId: string,
  edgeId: string,
  expected: number | undefined,
): Promise<PlanEdge> {
  const edge = await findUndeletedEdge(ctx.db, planId, edgeId)
  if (!edge) throw notFound('Edge')
  await requireVersion('edge', edge, expected, () => edge)
  return edge
}

async function requireNoCircle(ctx: WriteCtx, planId: string, source_id: string, target_id: string): Promise<void> {
  if (!(await mayCloseCircle(ctx.db, planId, source_id, target_id))) return
  const dependencies = await dependenciesFrom(ctx, planId, target_id, source_id)
  await restIfMany(dependencies)
  const path = await inTurns(dependencyPath(dependencies, target_id, source_id))
  if (path) throw conflict('cycle', 'This dependency would create a cycle.', { path: [source_id, ...path] })
}

/** How many steps along dependencies are read one after the other. A longer way is found among all dependencies. */
const STEPS_MAX = 16

/** The dependencies that lead on from a node, at least until they reach the other one. */
async function dependenciesFrom(ctx: WriteCtx, planId: string, fromId: string, toId: string) {
  const found: { source_id: string; target_id: string }[] = []
  const reached = new Set([fromId])
  let ends = [fromId]
  for (let step = 0; step < STEPS_MAX; step++) {
    const further = await listDependenciesOn(ctx.db, planId, ends)
    ends = []
    for (const dependency of further) {
      found.push(dependency)
      if (reached.has(dependency.target_id)) continue
      reached.add(dependency.target_id)
      ends.push(dependency.target_id)
    }
    if (ends.length === 0 || reached.has(toId)) return found
  }
  return listAllDependencies(ctx.db, planId)
}

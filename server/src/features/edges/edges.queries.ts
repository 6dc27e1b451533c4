import type { PlanEdge } from '@cairn/contract/api/edges'
import { rest } from '../../base/turns.ts'
import type { Ctx } from '../../core/ctx.ts'
import { requireAccess } from '../../core/plan-access.ts'
import { longSnapshot, snapshot } from '../../db/snapshot.ts'
import {
  findEdge,
  findSameEdge,
  hasManyEdges,
  listAllDependencies,
  listDependenciesOf,
  listDependenciesOn,
  listEdgesOfNode,
  listUndeletedEdges,
} from './edges.repo.ts'

/** Edges between undeleted nodes, oldest first. */
export async function listEdges(ctx: Ctx, planId: string): Promise<PlanEdge[]> {
  await requireAccess(ctx, planId, 'plan.read')
  const read = (await hasManyEdges(ctx.db, planId)) ? longSnapshot : snapshot
  return read(ctx, ({ db }) => listUndeletedEdges(db, planId))
}

/** Edges between undeleted nodes, oldest first. The caller has authorized the plan. */
export const readAllEdges = (ctx: Ctx, planId: string): Promise<PlanEdge[]> => listUndeletedEdges(ctx.db, planId)

/** Edges that begin or end at a node. The caller has authorized the plan. */
export const readEdgesOfNode = (ctx: Ctx, planId: string, nodeId: string): Promise<PlanEdge[]> =>
  listEdgesOfNode(ctx.db, planId, nodeId)

/**
 * All dependencies, also of nodes in the trash, unordered and with pauses: those that others create meanwhile may be
 * among them. The caller has authorized the plan.
 */
export const readDependencies = (ctx: Ctx, planId: string): Promise<{ source_id: string; target_id: string }[]> =>
  listAllDependencies(ctx.db, planId, rest)

/** What these nodes depend on, also nodes in the trash. The caller has authorized the plan. */
export const readDependenciesOf = (ctx: Ctx, planId: string, nodeIds: readonly string[]) =>
  listDependenciesOf(ctx.db, planId, nodeIds)

/** The dependencies on these nodes, also of nodes in the trash. The caller has authorized the plan. */
export const readDependenciesOn = (ctx: Ctx, planId: string, nodeIds: readonly string[]) =>
  listDependenciesOn(ctx.db, planId, nodeIds)

/** An edge, also one whose ends are in the trash, or undefined. The caller has authorized the plan. */
export const readEdge = (ctx: Ctx, planId: string, edgeId: string) => findEdge(ctx.db, planId, edgeId)

/** Whether an edge of this kind joins the same nodes. The caller has authorized the plan. */
export const hasSameEdge = async (ctx: Ctx, edge: PlanEdge): Promise<boolean> =>
  (await findSameEdge(ctx.db, edge)) !== undefined

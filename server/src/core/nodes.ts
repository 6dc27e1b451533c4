// What the features beside a node need of it: that it exists, its title and its counters.
import { notFound } from '../base/errors.ts'
import type { Ctx, WriteCtx } from './ctx.ts'
import { bumpArtifactCount, bumpCommentCount, findNodeTitle, listNodeTitles } from './nodes.repo.ts'

/** Just the title of an undeleted node of this plan; 404 for any other id. The caller has authorized the plan. */
export async function requireUndeletedNode(
  ctx: Ctx,
  planId: string,
  nodeId: string,
): Promise<{ id: string; title: string }> {
  const node = await findNodeTitle(ctx.db, planId, nodeId)
  if (!node) throw notFound('Node')
  return node
}

/** The titles of the nodes that are not deleted, by id. The caller has authorized the plan. */
export async function findManyTitles(
  ctx: Ctx,
  planId: string,
  nodeIds: readonly string[],
): Promise<Map<string, string>> {
  if (nodeIds.length === 0) return new Map()
  return new Map((await listNodeTitles(ctx.db, planId, nodeIds)).map(({ id, title }) => [id, title]))
}

// Counters on the node's row, updated by the features that add to them. They do not change the version.

/** The caller has authorized the plan and knows that the node is in it. */
export const addToCommentCount = (ctx: WriteCtx, planId: string, nodeId: string, by: number) =>
  bumpCommentCount(ctx.db, { plan_id: planId, id: nodeId, by })

/** The caller has authorized the plan and knows that the node is in it. */
export const addToArtifactCount = (ctx: WriteCtx, planId: string, nodeId: string, by: number) =>
  bumpArtifactCount(ctx.db, { plan_id: planId, id: nodeId, by })

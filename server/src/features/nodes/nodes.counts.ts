import type { WriteCtx } from '../../core/ctx.ts'
import { bumpArtifactCount, bumpCommentCount } from './nodes.write.repo.ts'

// Counters on the node's row, updated by the features that add to them. They do not change the version.

/** The caller has authorized the plan and knows that the node is in it. */
export const addToCommentCount = (ctx: WriteCtx, planId: string, nodeId: string, by: number) =>
  bumpCommentCount(ctx.db, { plan_id: planId, id: nodeId, by })

/** The caller has authorized the plan and knows that the node is in it. */
export const addToArtifactCount = (ctx: WriteCtx, planId: string, nodeId: string, by: number) =>
  bumpArtifactCount(ctx.db, { plan_id: planId, id: nodeId, by })

import type { WriteCtx } from '../../core/ctx.ts'
import { bumpArtifactCount, bumpCommentCount } from './nodes.repo.ts'

// Counters on the node's row, kept by the features that add to them; they are no edit and leave the version alone.

/** The caller knows that the node lives in the plan it has authorised. */
export const addToCommentCount = (ctx: WriteCtx, nodeId: string, by: number) =>
  bumpCommentCount(ctx.db, { id: nodeId, by })

/** The caller knows that the node lives in the plan it has authorised. */
export const addToArtifactCount = (ctx: WriteCtx, nodeId: string, by: number) =>
  bumpArtifactCount(ctx.db, { id: nodeId, by })

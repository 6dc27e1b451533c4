import type { Emoji } from '@cairn/contract/api/logs'
import type { WriteCtx } from '../../core/ctx.ts'
import { type LogPath, requireEntry } from './logs.edit.ts'
import { deleteReaction, insertReaction } from './logs.reactions.repo.ts'

interface ReactionPath extends LogPath {
  emoji: Emoji
}

/** Does nothing if the caller has already reacted with this emoji. */
export async function addReaction(ctx: WriteCtx, path: ReactionPath): Promise<void> {
  const { row, event, data } = await requireReactable(ctx, path)
  if (!(await insertReaction(ctx.db, { ...row, created_at: ctx.now }))) return
  await ctx.emit({ kind: 'reaction.added', ...event, data: { before: null, after: data } })
}

/** Does nothing if there is no such reaction of the caller. */
export async function removeReaction(ctx: WriteCtx, path: ReactionPath): Promise<void> {
  const { row, event, data } = await requireReactable(ctx, path)
  if (!(await deleteReaction(ctx.db, row))) return
  await ctx.emit({ kind: 'reaction.removed', ...event, data: { before: data, after: null } })
}

async function requireReactable(ctx: WriteCtx, { emoji, ...path }: ReactionPath) {
  const { entry, title } = await requireEntry(ctx, path)
  return {
    row: { plan_id: path.planId, node_id: path.nodeId, log_id: path.logId, user_id: ctx.actor.id, emoji },
    event: { plan_id: path.planId, node_id: path.nodeId, node_title: title },
    data: { log_id: entry.id, log_type: entry.log_type, emoji },
  }
}

import type { LogEntry } from '@cairn/contract/api/logs'
import { can } from '@cairn/contract/rules/permissions'
import { forbidden, notFound } from '../../base/errors.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { addToCommentCount, requireUndeletedNode } from '../../core/nodes.ts'
import { requireAccess } from '../../core/plan-access.ts'
import { trashedSince } from '../../core/trash.ts'
import { rightToWrite, toLogged } from './logs.commands.ts'
import type { LogPath } from './logs.edit.ts'
import { toWholeEntry } from './logs.queries.ts'
import { findDeleter, findLog, updateLog } from './logs.repo.ts'

/**
 * Restores an entry with its reactions and mentions: members only those that they deleted, admins and the owner all. Does
 * nothing if the entry is not deleted.
 */
export async function restoreLog(ctx: WriteCtx, { planId, nodeId, logId }: LogPath): Promise<LogEntry> {
  const { role } = await requireAccess(ctx, planId, 'comment.add')
  const { title } = await requireUndeletedNode(ctx, planId, nodeId)
  const row = await findLog(ctx.db, planId, nodeId, logId)
  if (!row || (row.deleted_at !== null && row.deleted_at < trashedSince(ctx))) throw notFound('Log')
  const entry = await toWholeEntry(ctx, planId, { ...row, deleted_at: null })
  if (row.deleted_at === null) return entry
  if (!can(role, 'log.moderate', ctx.actor.scope)) {
    if ((await findDeleter(ctx.db, planId, nodeId, logId)) !== ctx.actor.id)
      throw forbidden('Only the person who deleted a log entry, an admin or the owner can restore it.')
    await requireAccess(ctx, planId, rightToWrite(entry.log_type))
  }
  await updateLog(ctx.db, { plan_id: planId, ...entry }, { deleted_at: null, deleted_by: null })
  if (entry.log_type === 'comment') await addToCommentCount(ctx, planId, nodeId, 1)
  await ctx.emit({
    kind: 'log.restored',
    plan_id: planId,
    node_id: nodeId,
    node_title: title,
    data: { before: null, after: toLogged(entry, entry.mentions) },
  })
  return entry
}

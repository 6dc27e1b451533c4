import type { LogEntry } from '@cairn/contract/api/logs'
import { can } from '@cairn/contract/rules/permissions'
import { forbidden, notFound } from '../../base/errors.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { requireAccess } from '../../core/plan-access.ts'
import { addToCommentCount } from '../nodes/nodes.counts.ts'
import { requireUndeletedNode } from '../nodes/nodes.queries.ts'
import { rightToWrite } from './logs.commands.ts'
import type { LogPath } from './logs.edit.ts'
import { toLogEntry, toLogRow } from './logs.queries.ts'
import { type FoundLog, findDeletedLog, findLog, insertLog } from './logs.repo.ts'

/** Undoes a deletion with the entry's id, author and time. Does nothing if the entry is not deleted. */
export async function restoreLog(ctx: WriteCtx, { planId, nodeId, logId }: LogPath): Promise<LogEntry> {
  const { role } = await requireAccess(ctx, planId, 'comment.add')
  const { title } = await requireUndeletedNode(ctx, planId, nodeId)
  const present = await findLog(ctx.db, planId, nodeId, logId)
  if (present) return toLogEntry(present)
  const entry = await findDeletedLog(ctx.db, planId, nodeId, logId)
  if (!entry) throw notFound('Log')
  if (!can(role, 'log.moderate', ctx.actor.scope)) {
    if (entry.user_id !== ctx.actor.id)
      throw forbidden('Only the author, an admin or the owner can restore a log entry.')
    await requireAccess(ctx, planId, rightToWrite(entry.log_type))
  }
  await insertLog(ctx.db, toLogRow(planId, entry))
  if (entry.log_type === 'comment') await addToCommentCount(ctx, planId, nodeId, 1)
  await ctx.emit({
    kind: 'log.restored',
    plan_id: planId,
    node_id: nodeId,
    node_title: title,
    data: { before: null, after: entry },
  })
  return toLogEntry((await findLog(ctx.db, planId, nodeId, logId)) as FoundLog)
}

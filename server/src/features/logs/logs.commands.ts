import type { LogEntry, LogType, NewLog } from '@cairn/contract/api/logs'
import { newId } from '../../base/ids.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { requireAccessAndRead } from '../../core/plan-access.ts'
import { addToCommentCount } from '../nodes/nodes.counts.ts'
import { requireUndeletedNode } from '../nodes/nodes.queries.ts'
import { requirePerson } from '../users/person.ts'
import { toLogRow } from './logs.queries.ts'
import { insertLog } from './logs.repo.ts'

/** The action that an entry of this type requires. */
export const rightToWrite = (type: LogType) => (type === 'comment' ? 'comment.add' : 'plan.edit')

/** Adds an entry. Its text has no side effects. */
export async function addLog(ctx: WriteCtx, planId: string, nodeId: string, input: NewLog): Promise<LogEntry> {
  const isComment = input.log_type === 'comment'
  const [, [{ title }, user]] = await requireAccessAndRead(ctx, planId, rightToWrite(input.log_type), () =>
    Promise.all([requireUndeletedNode(ctx, planId, nodeId), requirePerson(ctx, ctx.actor.id)]),
  )
  const { content, log_type, tags, metadata } = input
  const entry = {
    id: newId(),
    node_id: nodeId,
    content,
    log_type,
    tags,
    metadata,
    user_id: ctx.actor.id,
    version: 1,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  await insertLog(ctx.db, toLogRow(planId, entry))
  if (isComment) await addToCommentCount(ctx, planId, nodeId, 1)
  await ctx.emit({
    kind: 'log.added',
    plan_id: planId,
    node_id: nodeId,
    node_title: title,
    data: { before: null, after: entry },
  })
  return { ...entry, user }
}

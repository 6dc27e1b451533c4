import type { EventData } from '@cairn/contract/api/events'
import type { LogEntry, LogType, Mention, NewLog } from '@cairn/contract/api/logs'
import { invalid, notFound } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import { renewClaimByLog } from '../../core/claims.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { addToCommentCount, requireUndeletedNode } from '../../core/nodes.ts'
import { requirePerson } from '../../core/person.ts'
import { requireAccessAndRead } from '../../core/plan-access.ts'
import { watchAutomatically } from '../watches/watches.commands.ts'
import { insertMentions } from './logs.mentions.repo.ts'
import { findMentioned } from './logs.mentions.ts'
import { NOTHING, toLogRow } from './logs.queries.ts'
import { countReplies, findLog, insertLog } from './logs.repo.ts'

/** The action that an entry of this type requires. */
export const rightToWrite = (type: LogType) => (type === 'comment' ? 'comment.add' : 'plan.edit')

/** Adds an entry, or a reply to one. Its text has no side effects. */
export async function addLog(ctx: WriteCtx, planId: string, nodeId: string, input: NewLog): Promise<LogEntry> {
  const log_type = input.log_type ?? (input.parent_id === null ? 'progress' : 'comment')
  const [plan, [{ title }, user]] = await requireAccessAndRead(ctx, planId, rightToWrite(log_type), () =>
    Promise.all([requireUndeletedNode(ctx, planId, nodeId), requirePerson(ctx, ctx.actor.id)]),
  )
  const parent_id = input.parent_id === null ? null : await findThread(ctx, planId, nodeId, input.parent_id)
  if (parent_id !== null) requireReplyType(log_type)
  const { content, tags, metadata } = input
  const mentions = await findMentioned(ctx, plan, content)
  const entry = {
    id: newId(),
    node_id: nodeId,
    parent_id,
    content,
    log_type,
    tags,
    metadata,
    user_id: ctx.actor.id,
    via: ctx.actor.via,
    version: 1,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  const times = { edited_at: null, deleted_at: null }
  await insertLog(ctx.db, toLogRow(planId, { ...entry, ...times }))
  if (mentions.length > 0)
    await insertMentions(ctx.db, { plan_id: planId, node_id: nodeId, log_id: entry.id }, mentions)
  if (log_type === 'comment') await addToCommentCount(ctx, planId, nodeId, 1)
  const watchers = [...(log_type === 'comment' ? [ctx.actor.id] : []), ...mentions.map(({ id }) => id)]
  await watchAutomatically(ctx, planId, nodeId, [...new Set(watchers)])
  await renewClaimByLog(ctx, planId, nodeId)
  await ctx.emit({
    kind: 'log.added',
    plan_id: planId,
    node_id: nodeId,
    node_title: title,
    data: { before: null, after: toLogged(entry, mentions) },
  })
  return { ...entry, ...times, ...NOTHING, mentions, user }
}

/** The entry at the top of the thread: threads are one level deep. */
async function findThread(ctx: WriteCtx, planId: string, nodeId: string, logId: string): Promise<string> {
  const found = await findLog(ctx.db, planId, nodeId, logId)
  if (!found) throw notFound('Log')
  // A deleted entry takes replies while others keep its thread.
  if (found.deleted_at !== null && !(await countReplies(ctx.db, planId, nodeId, [logId])).has(logId))
    throw notFound('Log')
  return found.parent_id ?? found.id
}

export function requireReplyType(log_type: LogType): void {
  if (log_type !== 'comment') throw invalid('log_type', 'A reply must be a comment')
}

type LoggedEntry = EventData['log.added']['after']

/** The part of an entry that events hold: people by their ids only. */
export function toLogged(entry: LoggedEntry, mentions: readonly Mention[]): LoggedEntry {
  const { id, node_id, parent_id, content, log_type, tags, metadata, user_id, version, created_at, updated_at } = entry
  return {
    id,
    node_id,
    content,
    log_type,
    tags,
    metadata,
    user_id,
    version,
    created_at,
    updated_at,
    ...(parent_id && { parent_id }),
    ...(mentions.length > 0 && { mention_ids: mentions.map((person) => person.id) }),
  }
}

import type { LogEntry, LogType } from '@cairn/contract/api/logs'
import { mentionedIds, withoutMentions } from '@cairn/contract/rules/mentions'
import { searchText } from '@cairn/contract/rules/searchText'
import { z } from 'zod'
import type { Ctx } from '../../core/ctx.ts'
import { pageOf, readCursor, writeCursor } from '../../core/cursors.ts'
import { requireUndeletedNode } from '../../core/nodes.ts'
import { toPerson } from '../../core/person.ts'
import { requireAccess } from '../../core/plan-access.ts'
import type { LogRow } from '../../db/schema.ts'
import { listMentions } from './logs.mentions.repo.ts'
import { listReactions } from './logs.reactions.repo.ts'
import {
  countLogs,
  countReplies,
  type FoundLog,
  findLog,
  findLogIdsEnding,
  hasLogRow,
  type LogPage,
  listLogRows,
} from './logs.repo.ts'

/** A page of the entries and comments of a node, newest first, how many are on all pages, and the start of the next. */
export async function listLogs(
  ctx: Ctx,
  planId: string,
  nodeId: string,
  { cursor, limit, ...only }: { log_type?: LogType; parent_id?: string; limit: number; cursor?: string },
): Promise<{ logs: LogEntry[]; total: number; next: string | null }> {
  await requireAccess(ctx, planId, 'plan.read')
  await requireUndeletedNode(ctx, planId, nodeId)
  const after = readCursor('logs', z.uuid(), cursor)
  const [found, total] = await Promise.all([
    readLogs(ctx, planId, nodeId, { ...only, limit: limit + 1, after }),
    countLogs(ctx.db, planId, nodeId, only),
  ])
  const { shown, next } = pageOf(found, limit, cursorAfter)
  return { logs: shown, total, next }
}

/** The cursor of the entries of a node that are older than this one. */
export const cursorAfter = ({ id }: Pick<LogEntry, 'id'>): string => writeCursor('logs', id)

/** The ids of entries of a node that end so, two at most. The caller has authorized the plan. */
export const readLogIdsEnding = (ctx: Ctx, planId: string, nodeId: string, end: string): Promise<string[]> =>
  findLogIdsEnding(ctx.db, planId, nodeId, end)

/** The caller has authorized the plan and knows that the node is in it. */
export async function readLogs(ctx: Ctx, planId: string, nodeId: string, page: LogPage): Promise<LogEntry[]> {
  return toLogEntries(ctx, planId, nodeId, await listLogRows(ctx.db, planId, nodeId, page))
}

/** Entries of one node with what belongs to them, in three statements however many they are. */
export async function toLogEntries(
  ctx: Ctx,
  planId: string,
  nodeId: string,
  rows: readonly FoundLog[],
): Promise<LogEntry[]> {
  const idsOf = (which: (row: FoundLog) => boolean) => rows.filter(which).map(({ id }) => id)
  const mentioning = idsOf(({ content }) => mentionedIds(content).length > 0)
  const tops = idsOf(({ parent_id }) => parent_id === null)
  const [mentions, reactions, replies] = await Promise.all([
    mentioning.length > 0 ? listMentions(ctx.db, planId, nodeId, mentioning) : NONE,
    rows.length > 0
      ? listReactions(
          ctx.db,
          planId,
          nodeId,
          idsOf(() => true),
        )
      : NONE,
    tops.length > 0 ? countReplies(ctx.db, planId, nodeId, tops) : NONE,
  ])
  return rows.map((row) =>
    toLogEntry(row, {
      mentions: mentions.get(row.id) ?? [],
      reactions: reactions.get(row.id) ?? [],
      reply_count: replies.get(row.id) ?? 0,
    }),
  )
}

/** Whether the caller has written a text at a node since a time. The caller has authorized the plan. */
export const hasWritten = (
  { db, actor }: Ctx,
  { plan_id, node_id, content }: Pick<LogRow, 'plan_id' | 'node_id' | 'content'>,
  since: string,
): Promise<boolean> => hasLogRow(db, { plan_id, node_id, user_id: actor.id, content }, since)

const NONE: ReadonlyMap<string, never> = new Map<string, never>()

/** The caller has authorized the plan. */
export async function toWholeEntry(ctx: Ctx, planId: string, row: FoundLog): Promise<LogEntry> {
  const [entry] = await toLogEntries(ctx, planId, row.node_id, [row])
  return entry ?? toLogEntry(row, NOTHING)
}

type Extras = Pick<LogEntry, 'mentions' | 'reactions' | 'reply_count'>
export const NOTHING: Extras = { mentions: [], reactions: [], reply_count: 0 }

/** Field by field: a spread with overrides costs as much as a statement. */
export const toLogRow = (plan_id: string, entry: Omit<LogEntry, 'user' | keyof Extras>): LogRow => ({
  id: entry.id,
  parent_id: entry.parent_id,
  plan_id,
  node_id: entry.node_id,
  content: entry.content,
  log_type: entry.log_type,
  tags: JSON.stringify(entry.tags),
  metadata: JSON.stringify(entry.metadata),
  user_id: entry.user_id,
  via: JSON.stringify(entry.via),
  version: entry.version,
  search_text: logSearchText(entry),
  created_at: entry.created_at,
  updated_at: entry.updated_at,
  edited_at: entry.edited_at,
  deleted_at: entry.deleted_at,
  deleted_by: null,
})

export const logSearchText = ({ content, tags }: Pick<LogEntry, 'content' | 'tags'>): string =>
  searchText(null, withoutMentions(content), tags.join(' '))

const toLogEntry = ({ name, email, avatar_key, tags, metadata, via, ...log }: FoundLog, extras: Extras): LogEntry => ({
  ...log,
  ...extras,
  tags: JSON.parse(tags),
  metadata: JSON.parse(metadata),
  via: JSON.parse(via),
  user: toPerson({ id: log.user_id, name, email, avatar_key }),
})

/** An undeleted entry with its number of replies, or undefined. The caller has authorized the plan. */
export async function readUndeletedLog(ctx: Ctx, planId: string, nodeId: string, logId: string) {
  const entry = await findLog(ctx.db, planId, nodeId, logId)
  if (!entry || entry.deleted_at !== null) return undefined
  const replies = await countReplies(ctx.db, planId, nodeId, [logId])
  return { ...entry, reply_count: replies.get(logId) ?? 0 }
}

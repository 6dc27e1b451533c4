import type { LogEntry, LogType } from '@cairn/contract/api/logs'
import { searchText } from '@cairn/contract/rules/searchText'
import { z } from 'zod'
import type { Ctx } from '../../core/ctx.ts'
import { readCursor, writeCursor } from '../../core/cursors.ts'
import { requireAccess } from '../../core/plan-access.ts'
import type { LogRow } from '../../db/schema.ts'
import { requireUndeletedNode } from '../nodes/nodes.queries.ts'
import { toPerson } from '../users/person.ts'
import { type FoundLog, type LogPage, listLogRows } from './logs.repo.ts'

/** Entries and comments of a node, newest first, and the start of the next page. */
export async function listLogs(
  ctx: Ctx,
  planId: string,
  nodeId: string,
  { cursor, limit, log_type }: { log_type?: LogType; limit: number; cursor?: string },
): Promise<{ logs: LogEntry[]; next: string | null }> {
  await requireAccess(ctx, planId, 'plan.read')
  await requireUndeletedNode(ctx, planId, nodeId)
  const after = readCursor('logs', z.uuid(), cursor)
  // One extra row shows whether there is a next page.
  const found = await readLogs(ctx, planId, nodeId, { log_type, limit: limit + 1, after })
  const logs = found.slice(0, limit)
  const last = logs.at(-1)
  return { logs, next: found.length > limit && last ? writeCursor('logs', last.id) : null }
}

/** The caller has authorized the plan and knows that the node is in it. */
export async function readLogs(ctx: Ctx, planId: string, nodeId: string, page: LogPage): Promise<LogEntry[]> {
  return (await listLogRows(ctx.db, planId, nodeId, page)).map(toLogEntry)
}

/** Field by field: a spread with overrides costs as much as a statement. */
export const toLogRow = (plan_id: string, entry: Omit<LogEntry, 'user'>): LogRow => ({
  id: entry.id,
  plan_id,
  node_id: entry.node_id,
  content: entry.content,
  log_type: entry.log_type,
  tags: JSON.stringify(entry.tags),
  metadata: JSON.stringify(entry.metadata),
  user_id: entry.user_id,
  version: entry.version,
  search_text: searchText(null, entry.content, entry.tags.join(' ')),
  created_at: entry.created_at,
  updated_at: entry.updated_at,
})

export const toLogEntry = ({ name, email, avatar_key, tags, metadata, ...log }: FoundLog): LogEntry => ({
  ...log,
  tags: JSON.parse(tags),
  metadata: JSON.parse(metadata),
  user: toPerson({ id: log.user_id, name, email, avatar_key }),
})

import type { LogChanges, LogEntry } from '@cairn/contract/api/logs'
import { can, type PlanRole } from '@cairn/contract/rules/permissions'
import { searchText } from '@cairn/contract/rules/searchText'
import { forbidden, notFound } from '../../base/errors.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { requireAccess } from '../../core/plan-access.ts'
import { requireVersion } from '../../core/versions.ts'
import { addToCommentCount } from '../nodes/nodes.counts.ts'
import { requireUndeletedNode } from '../nodes/nodes.queries.ts'
import { rightToWrite } from './logs.commands.ts'
import { toLogEntry } from './logs.queries.ts'
import { deleteLogRow, findLog, updateLog } from './logs.repo.ts'

export interface LogPath {
  planId: string
  nodeId: string
  logId: string
}

const FIELDS = ['content', 'log_type', 'tags', 'metadata'] as const
const isComment = ({ log_type }: Pick<LogEntry, 'log_type'>): number => (log_type === 'comment' ? 1 : 0)

/** Authors edit their own entries, of a type that they may write. Does nothing if unchanged. */
export async function editLog(
  ctx: WriteCtx,
  path: LogPath,
  { expected_version, ...wanted }: LogChanges,
): Promise<LogEntry> {
  const { entry, title } = await requireEntry(ctx, path, expected_version)
  if (entry.user_id !== ctx.actor.id) throw forbidden('Only the author can edit a log entry.')
  for (const log_type of new Set([entry.log_type, wanted.log_type ?? entry.log_type]))
    await requireAccess(ctx, path.planId, rightToWrite(log_type))

  const changed = FIELDS.filter(
    (field) => wanted[field] !== undefined && JSON.stringify(wanted[field]) !== JSON.stringify(entry[field]),
  )
  if (changed.length === 0) return entry
  const next: LogEntry = { ...entry, ...pick(wanted, changed), version: entry.version + 1, updated_at: ctx.now }
  const { content, log_type, tags, metadata, version, updated_at } = next
  await updateLog(
    ctx.db,
    { plan_id: path.planId, ...entry },
    {
      content,
      log_type,
      version,
      updated_at,
      tags: JSON.stringify(tags),
      metadata: JSON.stringify(metadata),
      search_text: searchText(null, content, tags.join(' ')),
    },
  )
  const counted = isComment(next) - isComment(entry)
  if (counted !== 0) await addToCommentCount(ctx, path.planId, path.nodeId, counted)
  await ctx.emit({
    kind: 'log.updated',
    plan_id: path.planId,
    node_id: path.nodeId,
    node_title: title,
    data: {
      before: { ...pick(entry, changed), id: entry.id, log_type: entry.log_type },
      after: { ...pick(next, changed), id: entry.id, log_type, version, updated_at },
    },
  })
  return next
}

/** Authors delete their own entries; owner and admin delete any. */
export async function deleteLog(ctx: WriteCtx, path: LogPath, expected?: number): Promise<void> {
  const { entry, title, role } = await requireEntry(ctx, path, expected)
  if (entry.user_id !== ctx.actor.id && !can(role, 'log.moderate', ctx.actor.scope))
    throw forbidden('Only the author, an admin or the owner can delete a log entry.')
  await deleteLogRow(ctx.db, { plan_id: path.planId, ...entry })
  if (isComment(entry)) await addToCommentCount(ctx, path.planId, path.nodeId, -1)
  const { user: _, ...before } = entry
  await ctx.emit({
    kind: 'log.deleted',
    plan_id: path.planId,
    node_id: path.nodeId,
    node_title: title,
    data: { before, after: null },
  })
}

async function requireEntry(
  ctx: WriteCtx,
  { planId, nodeId, logId }: LogPath,
  expected: number | undefined,
): Promise<{ entry: LogEntry; title: string; role: PlanRole }> {
  const { role } = await requireAccess(ctx, planId, 'comment.add')
  const { title } = await requireUndeletedNode(ctx, planId, nodeId)
  const row = await findLog(ctx.db, planId, nodeId, logId)
  if (!row) throw notFound('Log')
  const entry = toLogEntry(row)
  await requireVersion('log entry', entry, expected, () => entry)
  return { entry, title, role }
}

const pick = <T extends object, K extends keyof T>(from: T, fields: readonly K[]): Partial<Pick<T, K>> =>
  Object.fromEntries(fields.map((field) => [field, from[field]])) as Partial<Pick<T, K>>

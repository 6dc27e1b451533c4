import type { LogChanges, LogEntry, Mention } from '@cairn/contract/api/logs'
import { can } from '@cairn/contract/rules/permissions'
import { forbidden, notFound } from '../../base/errors.ts'
import { pick } from '../../base/pick.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { addToCommentCount, requireUndeletedNode } from '../../core/nodes.ts'
import { type PlanAccess, requireAccess } from '../../core/plan-access.ts'
import { requireVersion } from '../../core/versions.ts'
import { watchAutomatically } from '../watches/watches.commands.ts'
import { requireReplyType, rightToWrite, toLogged } from './logs.commands.ts'
import { deleteMentions, insertMentions } from './logs.mentions.repo.ts'
import { findMentioned } from './logs.mentions.ts'
import { logSearchText, toWholeEntry } from './logs.queries.ts'
import { findLog, updateLog } from './logs.repo.ts'

export interface LogPath {
  planId: string
  nodeId: string
  logId: string
}

const FIELDS = ['content', 'log_type', 'tags', 'metadata'] as const
const commentsIn = ({ log_type }: Pick<LogEntry, 'log_type'>): number => (log_type === 'comment' ? 1 : 0)

/** Authors edit their own entries, of a type that they may write. Does nothing if unchanged. */
export async function editLog(
  ctx: WriteCtx,
  path: LogPath,
  { expected_version, ...wanted }: LogChanges,
): Promise<LogEntry> {
  const { entry, title, plan } = await requireEntry(ctx, path, expected_version)
  if (entry.user_id !== ctx.actor.id) throw forbidden('Only the author can edit a log entry.')
  for (const log_type of new Set([entry.log_type, wanted.log_type ?? entry.log_type]))
    await requireAccess(ctx, path.planId, rightToWrite(log_type))

  const changed = FIELDS.filter(
    (field) => wanted[field] !== undefined && JSON.stringify(wanted[field]) !== JSON.stringify(entry[field]),
  )
  if (changed.length === 0) return entry
  const written: LogEntry = {
    ...entry,
    ...pick(wanted, changed),
    version: entry.version + 1,
    updated_at: ctx.now,
    edited_at: ctx.now,
  }
  if (entry.parent_id !== null) requireReplyType(written.log_type)
  const mentions = await changeMentions(ctx, plan, entry, written.content)
  const next: LogEntry = { ...written, mentions }
  const { content, log_type, tags, metadata, version, updated_at, edited_at } = next
  await updateLog(
    ctx.db,
    { plan_id: path.planId, ...entry },
    {
      content,
      log_type,
      version,
      updated_at,
      edited_at,
      tags: JSON.stringify(tags),
      metadata: JSON.stringify(metadata),
      search_text: logSearchText(next),
    },
  )
  const counted = commentsIn(next) - commentsIn(entry)
  if (counted !== 0) await addToCommentCount(ctx, path.planId, path.nodeId, counted)
  await ctx.emit({
    kind: 'log.updated',
    plan_id: path.planId,
    node_id: path.nodeId,
    node_title: title,
    data: {
      before: { ...pick(entry, changed), id: entry.id, log_type: entry.log_type },
      after: {
        ...pick(next, changed),
        id: entry.id,
        log_type,
        version,
        updated_at,
        ...(mentions.length > 0 && { mention_ids: mentions.map(({ id }) => id) }),
      },
    },
  })
  return next
}

/** Authors delete their own entries; owner and admin delete any. Replies and reactions stay. */
export async function deleteLog(ctx: WriteCtx, path: LogPath, expected?: number): Promise<void> {
  const { entry, title, plan } = await requireEntry(ctx, path, expected)
  if (entry.user_id !== ctx.actor.id && !can(plan.role, 'log.moderate', ctx.actor.scope))
    throw forbidden('Only the author, an admin or the owner can delete a log entry.')
  await updateLog(ctx.db, { plan_id: path.planId, ...entry }, { deleted_at: ctx.now, deleted_by: ctx.actor.id })
  if (commentsIn(entry) > 0) await addToCommentCount(ctx, path.planId, path.nodeId, -1)
  await ctx.emit({
    kind: 'log.deleted',
    plan_id: path.planId,
    node_id: path.nodeId,
    node_title: title,
    data: { before: toLogged(entry, entry.mentions), after: null },
  })
}

/** An entry outside the trash, for a caller who may comment. */
export async function requireEntry(
  ctx: WriteCtx,
  { planId, nodeId, logId }: LogPath,
  expected?: number,
): Promise<{ entry: LogEntry; title: string; plan: PlanAccess }> {
  const plan = await requireAccess(ctx, planId, 'comment.add')
  const { title } = await requireUndeletedNode(ctx, planId, nodeId)
  const row = await findLog(ctx.db, planId, nodeId, logId)
  if (!row || row.deleted_at !== null) throw notFound('Log')
  const entry = await toWholeEntry(ctx, planId, row)
  await requireVersion('log entry', entry, expected, () => entry)
  return { entry, title, plan }
}

/** The people whom the text mentions now. Those whom it mentioned before may have left the plan since. */
async function changeMentions(ctx: WriteCtx, plan: PlanAccess, entry: LogEntry, content: string): Promise<Mention[]> {
  const mentions = await findMentioned(ctx, plan, content, entry.mentions)
  const log = { plan_id: plan.id, node_id: entry.node_id, log_id: entry.id }
  if (entry.mentions.length > 0) await deleteMentions(ctx.db, log)
  if (mentions.length > 0) await insertMentions(ctx.db, log, mentions)
  const known = new Set(entry.mentions.map(({ id }) => id))
  const added = mentions.flatMap(({ id }) => (known.has(id) ? [] : [id]))
  await watchAutomatically(ctx, plan.id, entry.node_id, added)
  return mentions
}

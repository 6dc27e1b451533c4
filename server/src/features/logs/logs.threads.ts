import { THREAD_REPLIES, type Thread } from '@cairn/contract/api/comments'
import { z } from 'zod'
import type { Ctx } from '../../core/ctx.ts'
import { pageOf, readCursor, writeCursor } from '../../core/cursors.ts'
import { requireUndeletedNode } from '../../core/nodes.ts'
import { requireAccess } from '../../core/plan-access.ts'
import { toLogEntries } from './logs.queries.ts'
import type { FoundLog } from './logs.repo.ts'
import { listReplyRows, listThreadRows } from './logs.threads.repo.ts'
import { readUnreadSince } from './logs.unread.ts'

/** Threads of a node with their replies, newest first, in a fixed number of statements. */
export async function listThreads(
  ctx: Ctx,
  planId: string,
  nodeId: string,
  { cursor, limit }: { limit: number; cursor?: string },
): Promise<{ reply: { threads: Thread[]; unread_since: string }; next: string | null }> {
  await requireAccess(ctx, planId, 'plan.read')
  await requireUndeletedNode(ctx, planId, nodeId)
  const after = readCursor('threads', z.uuid(), cursor)
  const found = await listThreadRows(ctx.db, planId, nodeId, { after, limit: limit + 1 })
  const { shown, next } = pageOf(found, limit, ({ id }) => writeCursor('threads', id))
  const tops = shown.map(withoutDeletedText)
  const parents = tops.map(({ id }) => id)
  const rows = parents.length > 0 ? await listReplyRows(ctx.db, planId, nodeId, { parents, each: THREAD_REPLIES }) : []
  const entries = await toLogEntries(ctx, planId, nodeId, [...tops, ...rows])
  const threads = entries.slice(0, tops.length).map((entry): Thread => ({ ...entry, replies: [] }))
  const byId = new Map(threads.map((thread) => [thread.id, thread]))
  for (const entry of entries.slice(tops.length)) byId.get(entry.parent_id ?? '')?.replies.push(entry)
  return { reply: { threads, unread_since: await readUnreadSince(ctx, planId, nodeId) }, next }
}

const withoutDeletedText = (row: FoundLog): FoundLog =>
  row.deleted_at === null ? row : { ...row, content: '', tags: '[]', metadata: '{}' }

import { z } from 'zod'
import { type Api, Cursor, Id, limitQuery, Timestamp, timeInput } from './common.ts'
import { Emoji, LogEntry, LogParams } from './logs.ts'
import { NodeParams } from './nodes.ts'
import { PlanParams } from './plans.ts'

/** Threads on a page, and the latest replies that each comes with. */
export const THREADS_PAGE = 50
export const THREAD_REPLIES = 20
/** Older comments are not unread for anyone. */
export const UNREAD_DAYS = 30

export const Thread = LogEntry.extend({
  replies: z.array(LogEntry).describe(`The latest replies, at most ${THREAD_REPLIES}, oldest first`),
})
export type Thread = z.infer<typeof Thread>

export const UnreadNode = z.object({
  node_id: Id,
  count: z.int(),
  oldest_thread: Id.describe('First entry of the oldest thread with an unread comment'),
})
export type UnreadNode = z.infer<typeof UnreadNode>

const ReactionParams = LogParams.extend({ emoji: Emoji })

export const commentsApi = {
  threads: {
    method: 'GET',
    path: '/plans/:planId/nodes/:nodeId/threads',
    summary: 'Comments of a node, and other log entries with replies, each with its replies, newest thread first',
    access: 'plan.read',
    params: NodeParams,
    query: z.strictObject({ limit: limitQuery(THREADS_PAGE, THREADS_PAGE), cursor: Cursor }),
    reply: z.object({
      threads: z.array(Thread),
      unread_since: Timestamp.describe('Comments by others after this time are unread for you'),
    }),
    reply_headers: ['Link'],
  },
  react: {
    method: 'PUT',
    path: '/plans/:planId/nodes/:nodeId/logs/:logId/reactions/:emoji',
    summary: 'React to a log entry or a comment; does nothing if you have reacted with this emoji',
    access: 'comment.add',
    params: ReactionParams,
  },
  unreact: {
    method: 'DELETE',
    path: '/plans/:planId/nodes/:nodeId/logs/:logId/reactions/:emoji',
    summary: 'Remove your reaction; does nothing if there is none',
    access: 'comment.add',
    params: ReactionParams,
  },
  seen: {
    method: 'POST',
    path: '/plans/:planId/nodes/:nodeId/seen',
    summary: 'Mark the comments of a node until a time as read, on all your devices; no one else sees this',
    access: 'plan.mark',
    params: NodeParams,
    body: z.object({ until: timeInput('Until').describe('`created_at` of the newest comment that you have shown') }),
  },
  unread: {
    method: 'GET',
    path: '/plans/:planId/unread',
    summary: 'How many comments are unread for you, by node; nodes without any are not listed',
    access: 'plan.read',
    params: PlanParams,
    reply: z.array(UnreadNode),
  },
} as const satisfies Api

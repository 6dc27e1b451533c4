// The logs of a fake plan: entries, comments and reactions.
import { commentsApi, THREAD_REPLIES, type UnreadNode } from '@cairn/contract/api/comments'
import { type Emoji, type LogEntry, logsApi } from '@cairn/contract/api/logs'
import type { LogEdit } from '../data/logs.ts'
import type { FakeApi } from './fakeApi.ts'
import { ANA, ME, makeConflict, makeLog } from './make.ts'

interface Logged {
  readonly api: FakeApi
  readonly logs: LogEntry[]
  readonly unreadSince: string
  unread: UnreadNode[]
}

export function serveLogs(plan: Logged): void {
  const deleted: LogEntry[] = []

  /** A reaction of the signed-in user. */
  const react = ({ logId, emoji }: Record<string, string>, isOn: boolean) => {
    const index = plan.logs.findIndex(({ id }) => id === logId)
    const entry = plan.logs[index]
    if (!entry) throw new Error('No such entry')
    const others = entry.reactions.filter((reaction) => reaction.emoji !== emoji)
    plan.logs[index] = { ...entry, reactions: isOn ? [...others, { emoji: emoji as Emoji, user_ids: [ME] }] : others }
    return { reply: undefined }
  }

  plan.api
    .on(logsApi.list, ({ query }) => {
      const logs = plan.logs.filter(({ parent_id }) => !query.parent_id || parent_id === query.parent_id)
      return { reply: logs, headers: { 'x-total-count': String(logs.length) } }
    })
    .on(commentsApi.threads, ({ params }) => ({
      reply: {
        threads: plan.logs
          .filter(({ parent_id, node_id }) => parent_id === null && node_id === params.nodeId)
          .map((entry) => ({ entry, replies: plan.logs.filter(({ parent_id }) => parent_id === entry.id) }))
          .filter(({ entry, replies }) => entry.log_type === 'comment' || replies.length > 0)
          .map(({ entry, replies }) => ({
            ...entry,
            reply_count: replies.length,
            replies: replies.toReversed().slice(-THREAD_REPLIES),
          })),
        unread_since: plan.unreadSince,
      },
    }))
    .on(commentsApi.unread, () => ({ reply: plan.unread }))
    .on(commentsApi.seen, ({ params }) => {
      plan.unread = plan.unread.filter(({ node_id }) => node_id !== params.nodeId)
      return { reply: undefined }
    })
    .on(commentsApi.react, ({ params }) => react(params, true))
    .on(commentsApi.unreact, ({ params }) => react(params, false))
    .on(logsApi.update, ({ params, body }) => {
      const index = plan.logs.findIndex(({ id }) => id === params.logId)
      const entry = plan.logs[index]
      if (!entry) throw new Error('No such entry')
      const { expected_version, ...changes } = body as LogEdit
      if (expected_version !== entry.version) return makeConflict(entry)
      const next = { ...entry, ...changes, version: entry.version + 1, edited_at: '2026-03-05T10:00:00.000Z' }
      plan.logs[index] = next
      return { reply: next }
    })
    .on(logsApi.delete, ({ params }) => {
      const index = plan.logs.findIndex(({ id }) => id === params.logId)
      deleted.push(...plan.logs.splice(index, 1))
      return { reply: undefined }
    })
    .on(logsApi.restore, ({ params }) => {
      const entry = deleted.find(({ id }) => id === params.logId) as LogEntry
      plan.logs.push(entry)
      return { reply: entry }
    })
    .on(logsApi.add, ({ params, body }) => {
      const given = body as Pick<LogEntry, 'content' | 'log_type' | 'tags' | 'parent_id'>
      const entry = makeLog({ node_id: params.nodeId ?? '', user: ANA, ...given })
      plan.logs.unshift(entry)
      return { reply: entry }
    })
}

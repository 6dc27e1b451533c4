import { commentsApi } from '@cairn/contract/api/comments'
import { logsApi } from '@cairn/contract/api/logs'
import { linkPages } from '../../http/pages.ts'
import type { Router } from '../../http/router.ts'
import { addLog } from './logs.commands.ts'
import { deleteLog, editLog } from './logs.edit.ts'
import { listLogs } from './logs.queries.ts'
import { addReaction, removeReaction } from './logs.reactions.ts'
import { restoreLog } from './logs.restore.ts'
import { listThreads } from './logs.threads.ts'
import { listUnread, markNodeSeen } from './logs.unread.ts'

/** HTTP routes of logs and comments. */
export function logsRoutes({ route }: Router): void {
  route(logsApi.list, async (ctx, { params, query }, { request, reply }) => {
    const { logs, total, next } = await listLogs(ctx, params.planId, params.nodeId, query)
    void reply.header('X-Total-Count', total)
    linkPages(reply, request.url, { next })
    return logs
  })
  for (const endpoint of [logsApi.add, logsApi.addDetailed])
    route(endpoint, (ctx, { params, body }) => addLog(ctx, params.planId, params.nodeId, body))
  route(logsApi.update, (ctx, { params, body }) => editLog(ctx, params, body))
  route(logsApi.delete, (ctx, { params, body }) => deleteLog(ctx, params, body?.expected_version))
  route(logsApi.restore, (ctx, { params }) => restoreLog(ctx, params))
  route(commentsApi.threads, async (ctx, { params, query }, { request, reply }) => {
    const { next, ...page } = await listThreads(ctx, params.planId, params.nodeId, query)
    linkPages(reply, request.url, { next })
    return page.reply
  })
  route(commentsApi.react, (ctx, { params }) => addReaction(ctx, params))
  route(commentsApi.unreact, (ctx, { params }) => removeReaction(ctx, params))
  route(commentsApi.seen, (ctx, { params, body }) => markNodeSeen(ctx, params.planId, params.nodeId, body.until))
  route(commentsApi.unread, (ctx, { params }) => listUnread(ctx, params.planId))
}

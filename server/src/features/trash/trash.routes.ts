import { trashApi } from '@cairn/contract/api/trash'
import type { Services } from '../../core/services.ts'
import { linkPages } from '../../http/pages.ts'
import type { Router } from '../../http/router.ts'
import { deletePurged } from '../maintenance/maintenance.ts'
import { purgeTrash } from './trash.commands.ts'
import { readTrashedEntries } from './trash.queries.ts'

export function trashRoutes({ route }: Router, app: Services): void {
  route(trashApi.list, async (ctx, { params, query }, { request, reply: http }) => {
    const { reply, next } = await readTrashedEntries(ctx, params.planId, query)
    linkPages(http, request.url, { next })
    return reply
  })
  route(trashApi.purge, async (ctx, { params, body }) => {
    const result = await purgeTrash(ctx, params.planId, body)
    // Rows go after the reply; if the server stops before, its hourly maintenance takes them. Files follow a day later.
    ctx.afterCommit(() => app.background.run('purge', () => deletePurged(app)))
    return result
  })
}

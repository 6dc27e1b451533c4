import { logsApi } from '@cairn/contract/api/logs'
import type { Router } from '../../core/route.ts'
import { addLog } from './logs.commands.ts'
import { listLogs } from './logs.queries.ts'

/** HTTP face of logs and comments. */
export function logsRoutes({ route }: Router): void {
  route(logsApi.list, (ctx, { params, query }) => listLogs(ctx, params.planId, params.nodeId, query))
  for (const endpoint of [logsApi.add, logsApi.addDetailed])
    route(endpoint, (ctx, { params, body }) => addLog(ctx, params.planId, params.nodeId, body))
}

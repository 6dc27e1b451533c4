import type { LogEntry, LogType } from '@cairn/contract/api/logs'
import type { Ctx } from '../../core/ctx.ts'
import { requireLivingNode } from '../nodes/nodes.queries.ts'
import { requireAccess } from '../plans/plans.access.ts'
import { toPerson } from '../users/person.ts'
import { listLogRows } from './logs.repo.ts'

/** Entries and comments of a node, newest first. */
export async function listLogs(
  ctx: Ctx,
  planId: string,
  nodeId: string,
  query: { log_type?: LogType; limit: number },
): Promise<LogEntry[]> {
  await requireAccess(ctx, planId, 'plan.read')
  await requireLivingNode(ctx, planId, nodeId)
  return readLogs(ctx, planId, nodeId, query)
}

/** The caller has authorised the plan and knows that the node is in it. */
export async function readLogs(
  ctx: Ctx,
  planId: string,
  nodeId: string,
  query: { log_type?: LogType; limit: number },
): Promise<LogEntry[]> {
  const rows = await listLogRows(ctx.db, planId, nodeId, query)
  return rows.map(({ name, email, avatar_key, tags, metadata, ...log }) => ({
    ...log,
    tags: JSON.parse(tags),
    metadata: JSON.parse(metadata),
    user: toPerson({ id: log.user_id, name, email, avatar_key }),
  }))
}

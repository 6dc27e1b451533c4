import type { NodeStatus, PlanNode, ReadyTask } from '@cairn/contract/api/nodes'
import { requireNotHeldByOthers } from '../../core/claims.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import type { EventDraft } from '../../core/event-log.repo.ts'
import { requireAccessAndRead } from '../../core/plan-access.ts'
import { readUnblocked } from '../claims/claims.unblocked.ts'
import { requireNode } from './nodes.queries.ts'
import type { FoundNode } from './nodes.repo.ts'
import { toNode } from './nodes.shape.ts'
import type { StatusCounts } from './nodes.trash.repo.ts'
import { updateNodeStatus } from './nodes.write.repo.ts'

/** Any status may follow any other. Does nothing if unchanged. Returns the tasks that became ready, if there are any. */
export async function setNodeStatus(
  ctx: WriteCtx,
  input: { planId: string; nodeId: string; status: NodeStatus; expected_version?: number },
): Promise<PlanNode & { unblocked?: ReadyTask[] }> {
  const { planId, nodeId, status, expected_version } = input
  const [, node] = await requireAccessAndRead(ctx, planId, 'plan.edit', () =>
    requireNode(ctx, planId, nodeId, expected_version),
  )
  await requireNotHeldByOthers(ctx, planId, [nodeId])
  const after = toNode(await changeStatus(ctx, node, status))
  const unblocked = (await readUnblocked(ctx, planId, [{ node, status }])).get(nodeId)
  return unblocked ? { ...after, unblocked } : after
}

/** One node's status: row, counters and event. The caller has authorized the plan. */
export async function changeStatus(ctx: WriteCtx, node: FoundNode, status: NodeStatus): Promise<FoundNode> {
  if (node.status === status) return node
  const event = statusEvent(ctx, node, status)
  const { after } = event.data
  await updateNodeStatus(ctx.db, { plan_id: node.plan_id, id: node.id, ...after })
  await ctx.emit(event)
  return { ...node, ...after }
}

/** The event of a new status, with its effect on the counters. */
export function statusEvent(ctx: WriteCtx, node: FoundNode, status: NodeStatus): EventDraft<'node.status_changed'> {
  return {
    kind: 'node.status_changed',
    plan_id: node.plan_id,
    node_id: node.id,
    node_title: node.title,
    data: {
      before: { status: node.status },
      after: { status, version: node.version + 1, updated_at: ctx.now },
    },
    counters: difference(countersOf(node.status), countersOf(status)),
  }
}

type StatusDelta = Omit<StatusCounts, 'node_count'>

/** What a node of this status adds to the plan's counters. */
export const countersOf = (status: NodeStatus): StatusDelta => ({
  completed_count: status === 'completed' ? 1 : 0,
  in_progress_count: status === 'in_progress' ? 1 : 0,
  blocked_count: status === 'blocked' ? 1 : 0,
})

const difference = (before: StatusDelta, after: StatusDelta): StatusDelta => ({
  completed_count: after.completed_count - before.completed_count,
  in_progress_count: after.in_progress_count - before.in_progress_count,
  blocked_count: after.blocked_count - before.blocked_count,
})

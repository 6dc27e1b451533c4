import type { NodeStatus, PlanNode, ReadyTask } from '@cairn/contract/api/nodes'
import { endClaimsByStatus, requireNotHeldByOthers } from '../../core/claims.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import type { EventDraft } from '../../core/event-log.repo.ts'
import { requireAccessAndRead } from '../../core/plan-access.ts'
import { readUnblocked } from '../ready-tasks/ready-tasks.unblocked.ts'
import { requireNode } from './nodes.queries.ts'
import type { FoundNode } from './nodes.repo.ts'
import { toNode } from './nodes.shape.ts'
import type { StatusCounts } from './nodes.trash.repo.ts'
import { updateNodeStatus } from './nodes.write.repo.ts'

/** A node after a change of its status; `unblocked` is absent if nothing became ready. */
export type UnblockingNode = PlanNode & { unblocked?: ReadyTask[] }

/** Any status may follow any other. Does nothing if unchanged. Returns the tasks that became ready, if there are any. */
export async function setNodeStatus(
  ctx: WriteCtx,
  input: { planId: string; nodeId: string; status: NodeStatus; expected_version?: number },
): Promise<UnblockingNode> {
  const { planId, nodeId, status, expected_version } = input
  const [, node] = await requireAccessAndRead(ctx, planId, 'plan.edit', () =>
    requireNode(ctx, planId, nodeId, expected_version),
  )
  await requireNotHeldByOthers(ctx, planId, [nodeId])
  return changeStatusAndUnblock(ctx, node, status)
}

/** Returns the node in its new state with the tasks that became ready. The caller has authorized the plan. */
export async function changeStatusAndUnblock(
  ctx: WriteCtx,
  node: FoundNode,
  status: NodeStatus,
): Promise<UnblockingNode> {
  const after = toNode(await changeStatus(ctx, node, status))
  const unblocked = (await readUnblocked(ctx, node.plan_id, [{ node, status }])).get(node.id)
  return unblocked ? { ...after, unblocked } : after
}

/** One node's status: row, counters and events. The caller has authorized the plan. */
export async function changeStatus(ctx: WriteCtx, node: FoundNode, status: NodeStatus): Promise<FoundNode> {
  if (node.status === status) return node
  const event = statusEvent(ctx, node, status)
  const { after } = event.data
  await updateNodeStatus(ctx.db, { plan_id: node.plan_id, id: node.id, ...after })
  await emitStatuses(ctx, node.plan_id, [event])
  return { ...node, ...after }
}

/** Publishes statuses that have just been written, and ends the claims that they end. */
export async function emitStatuses(
  ctx: WriteCtx,
  planId: string,
  events: readonly EventDraft<'node.status_changed'>[],
): Promise<void> {
  await ctx.emitAll(events)
  const changed = events.flatMap(({ node_id, data }) => (node_id ? [[node_id, data.after.status] as const] : []))
  await endClaimsByStatus(ctx, planId, new Map(changed))
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

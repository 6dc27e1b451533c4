import { LIMITS } from '@cairn/contract/api/common'
import type { PlanEvent } from '@cairn/contract/api/events'
import { requireNotHeldByOthers } from '../../core/claims.ts'
import { listMemberIds } from '../../core/plan-members.ts'
import { removeAssignments, restoreAssignments } from '../assignments/assignments.commands.ts'
import { readManyAssignments } from '../assignments/assignments.queries.ts'
import type { UndoJob } from './undo.job.ts'
import { nodesOf } from './undo.values.ts'

/** Assigned people are taken off. */
export async function undoAssigned(job: UndoJob, events: readonly PlanEvent<'node.assigned'>[]): Promise<void> {
  const { ctx, plan } = job
  const nodes = await nodesOf(job, events)
  const present = await assignedIn(job, nodes)
  const known = events.filter(({ node_id }) => nodes.has(node_id ?? ''))
  // The person may have been assigned again since, which is another assignment.
  const back = known.filter((event) => {
    const { user_id, assignment_id } = event.data.after
    const id = present.get(keyOf(event, user_id))
    return id !== undefined && (assignment_id ?? id) === id
  })
  job.already += known.length - back.length
  await requireFree(job, back)
  await job.taking(back, async () => {
    await removeAssignments(
      ctx,
      plan.id,
      back.map((event) => ({ ...target(event), user_id: event.data.after.user_id })),
    )
  })
  for (const event of back) job.done(event)
}

/** People are assigned again, in their old order. */
export async function undoUnassigned(job: UndoJob, events: readonly PlanEvent<'node.unassigned'>[]): Promise<void> {
  const { ctx, plan } = job
  const nodes = await nodesOf(job, events)
  const present = await assignedIn(job, nodes)
  const members = new Set(await listMemberIds(ctx, plan.id))
  const back: PlanEvent<'node.unassigned'>[] = []
  const isFull = ({ node_id }: PlanEvent) =>
    back.filter((event) => event.node_id === node_id).length +
      [...present.keys()].filter((key) => key.startsWith(`${node_id} `)).length >=
    LIMITS.assignees
  for (const event of events) {
    const { user_id } = event.data.before
    if (!nodes.has(event.node_id ?? '')) continue
    if (present.has(keyOf(event, user_id))) job.already++
    else if (!members.has(user_id)) job.block(event, 'not_member')
    else if (isFull(event)) job.block(event, 'too_many_assignees')
    else back.push(event)
  }
  await requireFree(job, back)
  await job.taking(back, () =>
    restoreAssignments(
      ctx,
      plan.id,
      back.map((event) => ({ ...target(event), ...event.data.before })),
    ),
  )
  for (const event of back) job.done(event)
}

const requireFree = ({ ctx, plan }: UndoJob, events: readonly PlanEvent[]) =>
  requireNotHeldByOthers(
    ctx,
    plan.id,
    events.flatMap(({ node_id }) => node_id ?? []),
  )

async function assignedIn(job: UndoJob, nodes: ReadonlyMap<string, unknown>): Promise<Map<string, string>> {
  const rows = await readManyAssignments(job.ctx, job.plan.id, [...nodes.keys()])
  return new Map(rows.map(({ id, node_id, user_id }) => [`${node_id} ${user_id}`, id]))
}

const keyOf = ({ node_id }: PlanEvent, userId: string): string => `${node_id} ${userId}`
const target = ({ node_id, node_title }: PlanEvent) => ({ node_id: node_id ?? '', node_title: node_title ?? '' })

import type { PlanEdge } from '@cairn/contract/api/edges'
import type { PlanEvent } from '@cairn/contract/api/events'
import { removeEdge, restoreEdge, setEdgeKind } from '../edges/edges.commands.ts'
import { hasSameEdge, readEdge } from '../edges/edges.queries.ts'
import { findForeign } from './undo.foreign.ts'
import type { UndoJob } from './undo.job.ts'
import { findDeletion } from './undo.missing.ts'
import { type LaterEvent, listLaterEvents, listNewValues, listNodeStates } from './undo.repo.ts'

/** Deletes the link. */
export async function undoEdgeCreated(job: UndoJob, events: readonly PlanEvent<'edge.created'>[]): Promise<void> {
  const { ctx, plan } = job
  for (const event of events) {
    const made = event.data.after
    const edge = await readEdge(ctx, plan.id, made.id)
    if (!edge) job.already++
    else if (edge.kind !== made.kind)
      job.block(event, 'changed_since', { field: 'kind', later: await findKindChange(job, event, edge) })
    else if (!(await isEndInTrash(job, event, made))) {
      await job.taking([event], () => removeEdge(ctx, plan.id, edge.id))
      job.done(event)
    }
  }
}

/** The link has its old kind again. */
export async function undoEdgeUpdated(job: UndoJob, events: readonly PlanEvent<'edge.updated'>[]): Promise<void> {
  const { ctx, plan } = job
  for (const event of events) {
    const { before, after } = event.data
    const edge = await readEdge(ctx, plan.id, after.id)
    const later = (await findForeign(job, [event]))(event, ({ id }) => id === after.id)
    if (!edge) job.block(event, 'gone')
    else if (edge.kind === before.kind) job.already++
    else if (edge.kind !== after.kind || later) job.block(event, 'changed_since', { field: 'kind', later })
    else if (!(await isEndInTrash(job, event, before))) {
      await job.taking([event], async () => {
        await setEdgeKind(ctx, plan.id, edge.id, { kind: before.kind })
      })
      job.done(event)
    }
  }
}

/** The link returns under its old id. */
export async function undoEdgeDeleted(job: UndoJob, events: readonly PlanEvent<'edge.deleted'>[]): Promise<void> {
  const { ctx, plan } = job
  for (const event of events) {
    const { before } = event.data
    if (await readEdge(ctx, plan.id, before.id)) job.already++
    else if (await hasSameEdge(ctx, before)) job.block(event, 'exists')
    else if (!(await isEndInTrash(job, event, before))) {
      await job.taking([event], () => restoreEdge(ctx, plan.id, before))
      job.done(event)
    }
  }
}

/** Blocks the event of a link if one of its nodes is not there. */
async function isEndInTrash(job: UndoJob, event: PlanEvent, { source_id, target_id }: PlanEdge): Promise<boolean> {
  const ends = await listNodeStates(job.ctx.db, job.plan.id, [source_id, target_id])
  const deleted = ends.find(({ deleted_at }) => deleted_at !== null)
  if (ends.length === 2 && !deleted) return false
  job.block(event, 'in_trash', { later: await findDeletion(job, deleted?.deleted_with) })
  return true
}

/** Who changed the kind of a link last. */
async function findKindChange(
  { ctx, plan }: UndoJob,
  { node_id, revision }: PlanEvent,
  { id }: PlanEdge,
): Promise<LaterEvent | undefined> {
  const updates = (await listLaterEvents(ctx.db, plan.id, [node_id], revision)).filter(
    ({ kind }) => kind === 'edge.updated',
  )
  const values = await listNewValues(
    ctx.db,
    plan.id,
    updates.map((later) => later.revision),
  )
  return updates.find((later) => values.get(later.revision)?.id === id)
}

import { isDeepStrictEqual } from 'node:util'
import type { PlanEvent } from '@cairn/contract/api/events'
import { changeArtifact, restoreArtifact, trashArtifact } from '../artifacts/artifacts.commands.ts'
import { readArtifact, readTrashedArtifact } from '../artifacts/artifacts.queries.ts'
import { toLogged } from '../artifacts/artifacts.shape.ts'
import { findForeign } from './undo.foreign.ts'
import type { UndoJob } from './undo.job.ts'
import { nodesOf } from './undo.values.ts'

/** Moves the file or link to the trash. */
export async function undoArtifactAdded(
  job: UndoJob,
  events: readonly PlanEvent<'artifact.added' | 'artifact.restored'>[],
): Promise<void> {
  for (const event of events) {
    const artifact = await readArtifact(job.ctx, pathOf(event, event.data.after.id))
    if (!artifact) {
      job.already++
      continue
    }
    await job.taking([event], () => trashArtifact(job.ctx, artifact))
    job.done(event)
  }
}

const FIELDS = ['name', 'url', 'metadata'] as const

/** The file or link has its old name and address again. */
export async function undoArtifactUpdated(
  job: UndoJob,
  events: readonly PlanEvent<'artifact.updated'>[],
): Promise<void> {
  for (const event of events) {
    const { before, after } = event.data
    const artifact = await readArtifact(job.ctx, pathOf(event, after.id))
    if (!artifact) {
      job.block(event, 'gone')
      continue
    }
    const now = toLogged(artifact)
    const changed = FIELDS.filter((field) => !isDeepStrictEqual(before[field], after[field]))
    const foreign = (await findForeign(job, [event]))(event, ({ id }) => id === after.id)
    const back = foreign ? [] : changed.filter((field) => isDeepStrictEqual(now[field], after[field]))
    const later = changed.filter((field) => !back.includes(field) && !isDeepStrictEqual(now[field], before[field]))
    for (const field of later) job.block(event, 'changed_since', { field, later: foreign })
    if (back.length === 0) {
      if (later.length === 0) job.already++
      continue
    }
    await job.taking([event], async () => {
      await changeArtifact(job.ctx, artifact, Object.fromEntries(back.map((field) => [field, before[field]])))
    })
    job.done(event)
  }
}

/** The file or link is back. */
export async function undoArtifactDeleted(
  job: UndoJob,
  events: readonly PlanEvent<'artifact.deleted'>[],
): Promise<void> {
  const { ctx } = job
  const nodes = await nodesOf(job, events)
  for (const event of events) {
    const path = pathOf(event, event.data.before.id)
    if (!nodes.has(path.nodeId)) continue
    if (await readArtifact(ctx, path)) job.already++
    else if (!(await readTrashedArtifact(ctx, path))) job.block(event, 'gone')
    else {
      await job.taking([event], async () => {
        await restoreArtifact(ctx, path)
      })
      job.done(event)
    }
  }
}

const pathOf = ({ plan_id, node_id }: PlanEvent, artifactId: string) => ({
  planId: plan_id,
  nodeId: node_id ?? '',
  artifactId,
})

import type { PlanEvent } from '@cairn/contract/api/events'
import type { UndoJob } from './undo.job.ts'
import { type LaterEvent, listLaterEvents, listNodeStates } from './undo.repo.ts'

/** Blocks events about nodes that are in the trash or deleted permanently. */
export async function blockMissing(job: UndoJob, events: readonly PlanEvent[]): Promise<void> {
  const ids = events.flatMap(({ node_id }) => node_id ?? [])
  const states = new Map((await listNodeStates(job.ctx.db, job.plan.id, ids)).map((state) => [state.id, state]))
  const tops = [...states.values()].flatMap(({ deleted_with }) => deleted_with ?? [])
  const deletions = (await listLaterEvents(job.ctx.db, job.plan.id, tops, 0)).filter(
    ({ kind }) => kind === 'node.deleted',
  )
  for (const event of events) {
    const state = states.get(event.node_id ?? '')
    const later = deletions.find(({ node_id }) => node_id === state?.deleted_with)
    job.block(event, state ? 'in_trash' : 'gone', { later })
  }
}

/** Who deleted a node last, and when; `top` is the node that was deleted directly. */
export async function findDeletion(job: UndoJob, top: string | null | undefined): Promise<LaterEvent | undefined> {
  if (!top) return undefined
  return (await listLaterEvents(job.ctx.db, job.plan.id, [top], 0)).find(({ kind }) => kind === 'node.deleted')
}

import type { PlanEvent } from '@cairn/contract/api/events'
import { can } from '@cairn/contract/rules/permissions'
import { deleteLog } from '../logs/logs.edit.ts'
import { readUndeletedLog } from '../logs/logs.queries.ts'
import type { UndoJob } from './undo.job.ts'

/** Words stay, because authors delete them themselves, unless the undo of a run is to delete what the run wrote. */
export async function undoLog(
  job: UndoJob,
  events: readonly PlanEvent<'log.added' | 'log.updated' | 'log.deleted' | 'log.restored'>[],
): Promise<void> {
  const { ctx, plan } = job
  for (const event of events) {
    if (event.kind !== 'log.added') continue
    const [nodeId, logId] = [event.node_id ?? '', event.data.after.id]
    const entry = await readUndeletedLog(ctx, plan.id, nodeId, logId)
    if (!entry) job.already++
    else if (!job.logs) job.keptLogs++
    else if (entry.reply_count > 0) job.block(event, 'used_since')
    else if (entry.user_id !== ctx.actor.id && !can(plan.role, 'log.moderate', ctx.actor.scope))
      job.block(event, 'forbidden')
    else {
      await job.taking([event], () => deleteLog(ctx, { planId: plan.id, nodeId, logId }))
      job.done(event)
    }
  }
}

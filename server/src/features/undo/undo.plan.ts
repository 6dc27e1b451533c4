import type { PlanEvent } from '@cairn/contract/api/events'
import { authorizePlan } from '../../core/plan-access.ts'
import { editPlan } from '../plans/plans.commands.ts'
import { findForeign } from './undo.foreign.ts'
import type { UndoJob } from './undo.job.ts'

const FIELDS = ['title', 'description', 'status'] as const

/** The plan has its old fields again. */
export async function undoPlanUpdate(job: UndoJob, events: readonly PlanEvent<'plan.updated'>[]): Promise<void> {
  for (const event of events) {
    const { before, after } = event.data
    const plan = await authorizePlan(job.ctx, job.plan.id, 'plan.edit')
    const foreign = await findForeign(job, [event])
    const changed = FIELDS.filter((field) => field in after && plan[field] !== before[field])
    const back = changed.filter((field) => plan[field] === after[field] && !foreign(event, (values) => field in values))
    for (const field of changed)
      if (!back.includes(field))
        job.block(event, 'changed_since', { field, later: foreign(event, (values) => field in values) })
    if (changed.length === 0) job.already++
    if (back.length === 0) continue
    await job.taking([event], async () => {
      await editPlan(job.ctx, job.plan.id, Object.fromEntries(back.map((field) => [field, before[field]])))
    })
    job.done(event)
  }
}

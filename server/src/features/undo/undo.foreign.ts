// Changes of others since. A value that they set counts as theirs even if it is the one that is to be taken back.
import type { PlanEvent } from '@cairn/contract/api/events'
import { addTo } from '../../base/lists.ts'
import type { UndoJob } from './undo.job.ts'
import { type LaterEvent, listLaterEvents, listNewValues } from './undo.repo.ts'

type Data = Record<string, unknown>
export type ForeignChanges = (event: PlanEvent, matches?: (after: Data) => boolean) => LaterEvent | undefined

/**
 * For events of one kind: finds the latest foreign change of that kind of the same node, whose new values match if that
 * is asked.
 */
export async function findForeign(job: UndoJob, events: readonly PlanEvent[]): Promise<ForeignChanges> {
  const [newest] = events
  const oldest = events.at(-1)
  if (!newest || !oldest) return () => undefined
  const nodeIds = [...new Set(events.map(({ node_id }) => node_id))]
  const eventsOf = byNode(events)
  const later = (await listLaterEvents(job.ctx.db, job.plan.id, nodeIds, oldest.revision)).filter(
    (one) => one.kind === newest.kind && eventsOf.get(one.node_id)?.some((event) => job.isForeign(event, one)),
  )
  const laterOf = byNode(later)
  const values = await listNewValues(
    job.ctx.db,
    job.plan.id,
    later.map(({ revision }) => revision),
  )
  return (event, matches = () => true) =>
    laterOf.get(event.node_id)?.find((one) => job.isForeign(event, one) && matches(values.get(one.revision) ?? {}))
}

function byNode<E extends { node_id: string | null }>(events: readonly E[]): Map<string | null, E[]> {
  const groups = new Map<string | null, E[]>()
  for (const event of events) addTo(groups, event.node_id, event)
  return groups
}

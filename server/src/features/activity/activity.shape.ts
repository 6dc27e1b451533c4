// From a row of the event log to an activity item.
import type { ActivityItem } from '@cairn/contract/api/activity'
import { ACTIVITY_TYPE, type PlanEvent } from '@cairn/contract/api/events'
import { toPerson } from '../users/person.ts'
import type { EventWithActor } from './activity.repo.ts'
import { sentenceOf } from './activity.sentences.ts'

/**
 * What an item keeps of `before` and `after`. Long texts (description, acceptance criteria, context, agent instructions, the content of
 * a log, metadata) stay in the log: a page of twenty items would carry megabytes. `changed` names them all the same.
 */
const KEPT = new Set([
  'title',
  'status',
  'node_type',
  'parent_id',
  'order_index',
  'due_date',
  'count',
  'node_count',
  'kind',
  'source_id',
  'target_id',
  'log_type',
  'tags',
  'name',
  'content_type',
  'size',
  'user_id',
  'owner_id',
  'role',
  'email',
  'version',
])
/** They change with every edit. */
const STAMPS = new Set(['version', 'updated_at'])

export function toActivityItem({ actor_id, name, email, avatar_key, ...row }: EventWithActor): ActivityItem {
  const event = {
    ...row,
    actor: { id: actor_id, name },
    via: JSON.parse(row.via),
    data: JSON.parse(row.data),
  } as PlanEvent
  const { id, revision, plan_id, node_id, node_title, via, run_id, created_at } = event
  return {
    id,
    revision,
    type: isComment(event) ? 'comment' : ACTIVITY_TYPE[event.kind],
    content: sentenceOf(event, name),
    plan_id,
    node_id,
    node_title,
    user: toPerson({ id: actor_id, name, email, avatar_key }),
    via,
    run_id,
    created_at,
    ...extras(event),
    data: compact(event),
  }
}

const isComment = (event: PlanEvent): boolean => event.kind === 'log.added' && event.data.after.log_type === 'comment'

/** The fields that only items of some types have. */
function extras(event: PlanEvent): Partial<ActivityItem> {
  switch (event.kind) {
    case 'node.status_changed':
      return { oldStatus: event.data.before.status, newStatus: event.data.after.status }
    case 'node.assigned':
      return { assignee: { id: event.data.after.user_id, name: event.data.after.name } }
    case 'node.unassigned':
      return { assignee: { id: event.data.before.user_id, name: event.data.before.name } }
    case 'artifact.added':
    case 'artifact.updated':
      return fileOf(event.data.after)
    case 'artifact.deleted':
      return fileOf(event.data.before)
    default:
      return {}
  }
}

const fileOf = (artifact: { name: string; size: number | null; content_type: string; url: string }) => ({
  fileName: artifact.name,
  fileSize: artifact.size,
  fileType: artifact.content_type,
  url: artifact.url,
})

function compact(event: PlanEvent): ActivityItem['data'] {
  const { before, after } = event.data
  if (event.kind === 'node.restored' || event.kind === 'node.duplicated') {
    const { nodes } = event.data.after
    return { before: null, after: { ...kept(nodes[0]), count: nodes.length } }
  }
  const changed = before && after && Object.keys(after).filter((field) => !STAMPS.has(field))
  return { before: kept(before), after: kept(after), ...(changed && { changed }) }
}

const kept = (side: object | null | undefined): Record<string, unknown> | null =>
  side ? Object.fromEntries(Object.entries(side).filter(([field]) => KEPT.has(field))) : null

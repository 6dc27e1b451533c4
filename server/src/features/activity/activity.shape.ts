// From a row of the event log to an activity item.
import type { ActivityItem } from '@cairn/contract/api/activity'
import { ACTIVITY_TYPE, type PlanEvent } from '@cairn/contract/api/events'
import type { Ctx } from '../../core/ctx.ts'
import { differingIn } from '../../core/event-data.ts'
import { toPerson } from '../users/person.ts'
import { findNames } from './activity.names.ts'
import type { EventWithActor } from './activity.repo.ts'
import { type Names, sentenceOf } from './activity.sentences.ts'

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
  'invitation_id',
  'role',
  'version',
])
/** They change with every edit. */
const STAMPS = new Set(['version', 'updated_at'])

/** Events keep ids of people and invitations; the names are looked up, once for all rows. */
export async function toActivityItems(ctx: Ctx, rows: readonly EventWithActor[]): Promise<ActivityItem[]> {
  const events = rows.map(parse)
  const names = await findNames(ctx, events)
  return rows.map((row, index) => toActivityItem(row, events[index] ?? parse(row), names))
}

const parse = ({ actor_id, name, email: _e, avatar_key: _a, ...row }: EventWithActor): PlanEvent =>
  ({ ...row, actor: { id: actor_id, name }, via: JSON.parse(row.via), data: JSON.parse(row.data) }) as PlanEvent

function toActivityItem(
  { name, email, avatar_key, actor_id }: EventWithActor,
  event: PlanEvent,
  names: Names,
): ActivityItem {
  const { id, revision, plan_id, node_id, node_title, via, run_id, created_at } = event
  return {
    id,
    revision,
    type: isComment(event) ? 'comment' : ACTIVITY_TYPE[event.kind],
    content: sentenceOf(event, name, names),
    plan_id,
    node_id,
    node_title,
    user: toPerson({ id: actor_id, name, email, avatar_key }),
    via,
    run_id,
    created_at,
    ...extras(event, names),
    data: compact(event),
  }
}

function isComment(event: PlanEvent): boolean {
  switch (event.kind) {
    case 'log.added':
    case 'log.updated':
    case 'log.restored':
      return event.data.after.log_type === 'comment'
    case 'log.deleted':
      return event.data.before.log_type === 'comment'
    default:
      return false
  }
}

/** The fields that only items of some types have. */
function extras(event: PlanEvent, names: Names): Partial<ActivityItem> {
  const assignee = ({ user_id }: { user_id: string }) => ({ assignee: { id: user_id, name: names.person(user_id) } })
  switch (event.kind) {
    case 'node.status_changed':
      return { oldStatus: event.data.before.status, newStatus: event.data.after.status }
    case 'node.assigned':
      return assignee(event.data.after)
    case 'node.unassigned':
      return assignee(event.data.before)
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
  const cut = new Set(differingIn(event.data))
  const differs = (field: string) =>
    cut.has(field) ||
    (!STAMPS.has(field) && JSON.stringify(fieldOf(before, field)) !== JSON.stringify(fieldOf(after, field)))
  const left = 'left_out' in event.data ? (event.data.left_out ?? []) : []
  const changed = before && after && [...Object.keys(after).filter(differs), ...left]
  return { before: kept(before), after: kept(after), ...(changed && { changed }) }
}

const fieldOf = (side: object | null | undefined, field: string): unknown =>
  (side as Record<string, unknown> | null | undefined)?.[field]

const kept = (side: object | null | undefined): Record<string, unknown> | null =>
  side ? Object.fromEntries(Object.entries(side).filter(([field]) => KEPT.has(field))) : null

// From a row of the event log to an activity item.
import type { ActivityFields, ActivityItem } from '@cairn/contract/api/activity'
import type { Artifact } from '@cairn/contract/api/artifacts'
import { ACTIVITY_TYPE, type EventData, type EventKind, type PlanEvent } from '@cairn/contract/api/events'
import type { LogType } from '@cairn/contract/api/logs'
import type { Ctx } from '../../core/ctx.ts'
import { withoutDeletedTexts } from '../../core/deleted-texts.repo.ts'
import { differingIn } from '../../core/event-data.ts'
import { toPerson } from '../../core/person.ts'
import { findNames } from './activity.names.ts'
import type { EventWithActor } from './activity.repo.ts'
import { type Names, sentenceOf } from './activity.sentences.ts'

type FieldsOf<Side> = Side extends object ? keyof Side : never
type EventField = { [K in EventKind]: FieldsOf<EventData[K]['before'] | EventData[K]['after']> }[EventKind]

/** Which fields of `before` and `after` an item keeps: those that the contract gives it. `changed` names the others too. */
const KEEPS: { readonly [F in EventField]: F extends keyof ActivityFields ? true : false } = {
  title: true,
  status: true,
  node_type: true,
  parent_id: true,
  order_index: true,
  due_date: true,
  count: true,
  node_count: true,
  imported: false,
  kind: true,
  source_id: true,
  target_id: true,
  log_type: true,
  tags: true,
  name: true,
  content_type: true,
  size: true,
  user_id: true,
  agent: true,
  outcome: true,
  expires_at: true,
  claim_id: false,
  owner_id: true,
  invitation_id: true,
  role: true,
  version: true,
  acceptance_criteria: false,
  agent_instructions: false,
  artifact_count: false,
  assignees: false,
  comment_count: false,
  emoji: true,
  content: false,
  log_id: false,
  mention_ids: false,
  description: false,
  context: false,
  id: false,
  plan_id: false,
  metadata: false,
  created_at: false,
  updated_at: false,
  node_id: false,
  url: false,
  created_by: false,
  assignment_id: false,
  index: false,
  previous_id: false,
  nodes: false,
  edges: false,
}
/** They change with every edit. */
const STAMPS = new Set(['version', 'updated_at'])

/** Events keep ids of people and invitations; the names are looked up, once for all rows. */
export async function toActivityItems(ctx: Ctx, rows: readonly EventWithActor[]): Promise<ActivityItem[]> {
  const events = await withoutDeletedTexts(ctx.db, rows.map(parse))
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
    type: ACTIVITY_TYPE[event.kind],
    content: sentenceOf(event, name, names),
    plan_id,
    node_id,
    node_title,
    user: toPerson({ id: actor_id, name, email, avatar_key }),
    via,
    run_id,
    created_at,
    ...extrasOf(event, names),
    data: compact(event),
  }
}

type Extras = Partial<ActivityItem>
type ExtrasByKind = { [K in EventKind]: ((event: PlanEvent<K>, names: Names) => Extras) | null }

const assignee = ({ user_id }: { user_id: string }, names: Names): Extras => ({
  assignee: { id: user_id, name: names.person(user_id) },
})
const log = ({ id, log_type }: { id: string; log_type: LogType }): Extras => ({
  log_id: id,
  ...(log_type === 'comment' && { type: 'comment' }),
})
const reaction = ({ log_id, log_type }: { log_id: string; log_type: LogType }): Extras => log({ id: log_id, log_type })
const file = (artifact: Pick<Artifact, 'name' | 'size' | 'content_type' | 'url'>): Extras => ({
  fileName: artifact.name,
  fileSize: artifact.size,
  fileType: artifact.content_type,
  url: artifact.url,
})

/** What items of some kinds have beside the fields of all, or instead of them. */
const EXTRAS: ExtrasByKind = {
  'plan.created': null,
  'plan.updated': null,
  'plan.deleted': null,
  'plan.restored': null,
  'plan.transferred': null,
  'node.created': null,
  'node.updated': null,
  'node.status_changed': ({ data }) => ({ oldStatus: data.before.status, newStatus: data.after.status }),
  'node.moved': null,
  'node.deleted': null,
  'node.restored': null,
  'node.purged': null,
  'node.duplicated': null,
  'node.assigned': ({ data }, names) => assignee(data.after, names),
  'node.unassigned': ({ data }, names) => assignee(data.before, names),
  'node.claimed': ({ data }, names) => assignee(data.after, names),
  'node.claim_ended': ({ data }, names) => assignee(data.before, names),
  'edge.created': null,
  'edge.updated': null,
  'edge.deleted': null,
  'log.added': ({ data }) => log(data.after),
  'log.updated': ({ data }) => log(data.after),
  'log.deleted': ({ data }) => log(data.before),
  'log.restored': ({ data }) => log(data.after),
  'log.purged': null,
  'reaction.added': ({ data }) => reaction(data.after),
  'reaction.removed': ({ data }) => reaction(data.before),
  'artifact.added': ({ data }) => file(data.after),
  'artifact.updated': ({ data }) => file(data.after),
  'artifact.deleted': ({ data }) => file(data.before),
  'artifact.restored': ({ data }) => file(data.after),
  'artifact.purged': null,
  'collaborator.added': null,
  'collaborator.changed': null,
  'collaborator.removed': null,
  'collaborator.left': null,
  'invitation.created': null,
  'invitation.changed': null,
  'invitation.removed': null,
}

const extrasOf = <K extends EventKind>(event: PlanEvent<K>, names: Names): Extras =>
  (EXTRAS[event.kind] as ExtrasByKind[K])?.(event, names) ?? {}

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

const kept = (side: object | null | undefined): ActivityFields | null =>
  side ? Object.fromEntries(Object.entries(side).filter(([field]) => KEEPS[field as EventField])) : null

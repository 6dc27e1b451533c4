// Every kind of event of a plan. Activity, live updates, catch-up and undo read only these.
import { z } from 'zod'
import { PLAN_ROLES } from '../rules/permissions.ts'
import { Artifact } from './artifacts.ts'
import { ClaimEnd } from './claims.ts'
import { Id, Timestamp, type Via, ViaShape } from './common.ts'
import { PlanEdge } from './edges.ts'
import { IMPORT_FORMATS } from './importFormats.ts'
import { Emoji, LogEntry } from './logs.ts'
import { PlanNode } from './nodes.ts'
import { Plan } from './plans.ts'

const PlanFields = Plan.pick({ title: true, description: true, status: true })
const Titled = Plan.pick({ title: true })
const Owned = Plan.pick({ owner_id: true })
const Stamp = PlanNode.pick({ version: true, updated_at: true })
const NodeFields = PlanNode.omit({
  id: true,
  plan_id: true,
  parent_id: true,
  order_index: true,
  status: true,
  assignees: true,
  created_at: true,
  version: true,
  updated_at: true,
}).partial()
/** Without the omitted texts. */
const CreatedNode = PlanNode.partial({
  description: true,
  acceptance_criteria: true,
  context: true,
  agent_instructions: true,
})
const Status = PlanNode.pick({ status: true })
const Place = PlanNode.pick({ parent_id: true, order_index: true })
/** Numbers of positions age, neighbors do not: undo returns a node behind the sibling that was before it. */
const FormerPlace = Place.extend({ previous_id: Id.nullable().optional() })
const Mentioning = z.object({ mention_ids: z.array(Id).optional().describe('The people that the text mentions') })
const LoggedEntry = LogEntry.omit({
  user: true,
  via: true,
  mentions: true,
  reactions: true,
  reply_count: true,
  edited_at: true,
  deleted_at: true,
})
  .partial({ parent_id: true })
  .extend(Mentioning.shape)
/** The entry's id and type, and the changed fields. */
const ChangedEntry = LogEntry.pick({ id: true, log_type: true, content: true, tags: true, metadata: true })
  .partial({
    content: true,
    tags: true,
    metadata: true,
  })
  .extend(Mentioning.shape)
/** By the actor of the event, to an entry of the node. */
const LoggedReaction = z.object({ log_id: Id, log_type: LogEntry.shape.log_type, emoji: Emoji })
const LoggedArtifact = Artifact.omit({ user: true, download_url: true })
// People are named by id only. Readers look up their names, so nothing of a deleted account remains in the log.
const Assignee = z.object({
  user_id: Id,
  assignment_id: Id.optional(),
  index: z.int().optional().describe('The position among the assignees; last if absent'),
})
const Holder = z.object({
  claim_id: Id,
  user_id: Id,
  agent: z.string().nullable().describe('The token or app that holds the task for the person'),
})
const Membership = z.object({ user_id: Id, role: z.enum(PLAN_ROLES) })
const Invitation = z.object({ invitation_id: Id, role: z.enum(PLAN_ROLES) })

/** Only the id: nothing of what was deleted permanently is kept. */
const Purged = z.object({ id: Id })

/** At most this many nodes of a subtree are included in an event. */
export const EVENT_NODES_MAX = 200
/** The maximum size of an event as JSON. */
export const EVENT_MAX_BYTES = 256 * 1024

/**
 * A subtree and its number of nodes. The nodes, parents before children, are included if they fit; otherwise the list
 * is empty.
 */
const Subtree = z.object({ count: z.int(), nodes: z.array(PlanNode) })

const none = z.null()
const change = <B extends z.ZodType, A extends z.ZodType>(before: B, after: A) => z.object({ before, after })
/** Events whose texts may be too long to include. */
const leavesOut = {
  left_out: z.array(z.string()).optional().describe('Fields whose text was too long for the event: read the row again'),
}

/** What each kind contains: `before` and `after` have what is needed to show, patch and undo it. */
export const EVENT_DATA = {
  /** A plan that begins with nodes (a copy) has their number; they are part of its first state and no events. */
  'plan.created': change(none, PlanFields.extend({ node_count: z.int(), imported: z.enum(IMPORT_FORMATS).optional() })),
  'plan.updated': change(PlanFields.partial(), PlanFields.partial().extend({ version: z.int() })),
  'plan.deleted': change(Titled, none),
  'plan.restored': change(none, Titled),
  'plan.transferred': change(Owned, Owned),
  /** A new root adopts the top-level nodes in the same order; its counts of children include them. */
  'node.created': change(none, CreatedNode).extend(leavesOut),
  'node.updated': change(NodeFields, NodeFields.extend(Stamp.shape)).extend(leavesOut),
  'node.status_changed': change(Status, Status.extend(Stamp.shape)),
  /** Clients renumber the siblings at the old and the new parent. */
  'node.moved': change(FormerPlace, Place.extend(Stamp.shape)),
  /** Deletes the whole subtree; `count` includes the node itself. */
  'node.deleted': change(FormerPlace.extend({ count: z.int() }), none),
  'node.restored': change(none, Subtree),
  /** Deleted permanently from the trash, with all that was deleted along with it. */
  'node.purged': change(z.object({ count: z.int() }), none),
  /** A copy of a subtree, with the edges inside it; the event is about the copy. */
  'node.duplicated': change(none, Subtree.extend({ edges: z.array(PlanEdge) })),
  'node.assigned': change(none, Assignee),
  'node.unassigned': change(Assignee, none),
  'node.claimed': change(none, Holder.extend({ expires_at: Timestamp })),
  'node.claim_ended': change(
    Holder,
    z.object({ outcome: ClaimEnd, user_id: Id.optional().describe('Who holds the task after a hand-over') }),
  ),
  'edge.created': change(none, PlanEdge),
  'edge.updated': change(PlanEdge, PlanEdge),
  'edge.deleted': change(PlanEdge, none),
  'log.added': change(none, LoggedEntry),
  'log.updated': change(ChangedEntry, ChangedEntry.extend(LogEntry.pick({ version: true, updated_at: true }).shape)),
  'log.deleted': change(LoggedEntry, none),
  'log.restored': change(none, LoggedEntry),
  'log.purged': change(Purged, none),
  'reaction.added': change(none, LoggedReaction),
  'reaction.removed': change(LoggedReaction, none),
  'artifact.added': change(none, LoggedArtifact),
  'artifact.updated': change(LoggedArtifact, LoggedArtifact),
  'artifact.deleted': change(LoggedArtifact, none),
  'artifact.restored': change(none, LoggedArtifact),
  'artifact.purged': change(Purged, none),
  'collaborator.added': change(none, Membership),
  'collaborator.changed': change(Membership, Membership),
  'collaborator.removed': change(Membership, none),
  'collaborator.left': change(Membership, none),
  'invitation.created': change(none, Invitation),
  'invitation.changed': change(Invitation, Invitation),
  'invitation.removed': change(Invitation, none),
} as const
type Traveling = { [K in keyof typeof EVENT_DATA]: z.infer<(typeof EVENT_DATA)[K]> }
/** If texts are omitted, replaying clients reload the list; for the activity the node is complete. */
export interface EventData extends Omit<Traveling, 'node.created'> {
  'node.created': Omit<Traveling['node.created'], 'after'> & { after: PlanNode }
}
export type EventKind = keyof EventData

interface EventBase<K extends EventKind> {
  id: string
  plan_id: string
  /** Gapless per plan: a client at 6 that receives 8 has missed 7. */
  revision: number
  kind: K
  node_id: string | null
  /** The title of the node when it happened. */
  node_title: string | null
  actor: { id: string; name: string }
  via: Via
  /** Groups what one run of an agent, or one bulk change, did. */
  run_id: string | null
  created_at: string
  /** The revision of the first event of the same command: events of one change follow on each other. */
  change: number
  /** The revision of the event that this one takes back. */
  undoes: number | null
  data: EventData[K]
}
export type PlanEvent<K extends EventKind = EventKind> = { [P in K]: EventBase<P> }[K]

export const ACTIVITY_TYPES = [
  'log',
  'comment',
  'status_change',
  'file_upload',
  'assignment',
  'node_created',
  'node_updated',
  'node_moved',
  'node_deleted',
  'edge',
  'sharing',
  'plan',
] as const
export type ActivityType = (typeof ACTIVITY_TYPES)[number]

/** The label of each kind; a log of type `comment` shows as `comment`. */
export const ACTIVITY_TYPE: Record<EventKind, ActivityType> = {
  'plan.created': 'plan',
  'plan.updated': 'plan',
  'plan.deleted': 'plan',
  'plan.restored': 'plan',
  'plan.transferred': 'sharing',
  'node.created': 'node_created',
  'node.updated': 'node_updated',
  'node.status_changed': 'status_change',
  'node.moved': 'node_moved',
  'node.deleted': 'node_deleted',
  'node.restored': 'node_created',
  'node.purged': 'node_deleted',
  'node.duplicated': 'node_created',
  'node.assigned': 'assignment',
  'node.unassigned': 'assignment',
  'node.claimed': 'assignment',
  'node.claim_ended': 'assignment',
  'edge.created': 'edge',
  'edge.updated': 'edge',
  'edge.deleted': 'edge',
  'log.added': 'log',
  'log.updated': 'log',
  'log.deleted': 'log',
  'log.restored': 'log',
  'log.purged': 'log',
  'reaction.added': 'log',
  'reaction.removed': 'log',
  'artifact.added': 'file_upload',
  'artifact.updated': 'file_upload',
  'artifact.deleted': 'file_upload',
  'artifact.restored': 'file_upload',
  'artifact.purged': 'file_upload',
  'collaborator.added': 'sharing',
  'collaborator.changed': 'sharing',
  'collaborator.removed': 'sharing',
  'collaborator.left': 'sharing',
  'invitation.created': 'sharing',
  'invitation.changed': 'sharing',
  'invitation.removed': 'sharing',
}

/** The fields of every event besides its data. */
const Envelope = z.object({
  id: Id,
  plan_id: Id,
  revision: z.int().describe('Gapless per plan'),
  node_id: Id.nullable(),
  node_title: z.string().nullable(),
  actor: z.object({ id: Id, name: z.string() }),
  via: ViaShape,
  run_id: z.string().nullable(),
  created_at: Timestamp,
  change: z.int().describe('The revision of the first event of the same change; undo takes it'),
  undoes: z.int().nullable().describe('The revision of the event that this one takes back'),
})

/** The schema of each kind of event. */
export const EVENTS = Object.fromEntries(
  (Object.keys(EVENT_DATA) as EventKind[]).map((kind) => [
    kind,
    Envelope.extend({ kind: z.literal(kind), data: EVENT_DATA[kind] }),
  ]),
) as { [K in EventKind]: z.ZodObject<typeof Envelope.shape & { kind: z.ZodLiteral<K>; data: (typeof EVENT_DATA)[K] }> }

export const EventMessage = z.discriminatedUnion('kind', Object.values(EVENTS) as [(typeof EVENTS)[EventKind]])

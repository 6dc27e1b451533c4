// Every kind of thing that can happen to a plan. Activity, live updates, catch-up and undo read these and nothing else.
import { z } from 'zod'
import type { PlanRole } from '../rules/permissions.ts'
import type { Artifact } from './artifacts.ts'
import { Id, Timestamp } from './common.ts'
import type { PlanEdge } from './edges.ts'
import type { LogEntry } from './logs.ts'
import type { PlanNode } from './nodes.ts'
import type { Plan } from './plans.ts'

type PlanFields = Pick<Plan, 'title' | 'description' | 'status'>
type Stamp = Pick<PlanNode, 'version' | 'updated_at'>
type NodeFields = Omit<PlanNode, 'id' | 'plan_id' | 'parent_id' | 'order_index' | 'status' | 'assignees' | 'created_at'>
type Place = Pick<PlanNode, 'parent_id' | 'order_index'>
type LoggedEntry = Omit<LogEntry, 'user'>
/** Which entry and of what type it is, and the fields that changed. */
type ChangedEntry = Pick<LogEntry, 'id' | 'log_type'> & Partial<Pick<LogEntry, 'content' | 'tags' | 'metadata'>>
type LoggedArtifact = Omit<Artifact, 'user' | 'download_url'>
// People are named by id alone. Readers look their names up, so nothing of a deleted account remains in the log.
interface Assignee {
  user_id: string
}
interface Membership {
  user_id: string
  role: PlanRole
}
interface Invitation {
  invitation_id: string
  role: PlanRole
}

/** How many nodes of a subtree travel with an event at most. */
export const EVENT_NODES_MAX = 200
/** How large an event is at most, as JSON. */
export const EVENT_MAX_BYTES = 256 * 1024

/** A subtree, named by its number of nodes. The nodes, its top first and parents before their children, come along when they fit; else there are none. */
interface Subtree {
  count: number
  nodes: PlanNode[]
}
/** Texts that were too long to travel. */
interface LeftOut {
  left_out?: string[]
}

/** What each kind carries: `before` and `after` hold what is needed to show, to patch and to undo it. */
export interface EventData {
  /** A plan that begins with nodes (a copy) carries their number; they are part of its first state and no events. */
  'plan.created': { before: null; after: PlanFields & { node_count: number } }
  'plan.updated': { before: Partial<PlanFields>; after: Partial<PlanFields> & { version: number } }
  'plan.deleted': { before: { title: string }; after: null }
  'plan.restored': { before: null; after: { title: string } }
  'plan.transferred': { before: { owner_id: string }; after: { owner_id: string } }
  /** A new root adopts what stood at the top level, in the same order; its counts of children include that. */
  'node.created': { before: null; after: PlanNode } & LeftOut
  'node.updated': { before: Partial<NodeFields>; after: Partial<NodeFields> & Stamp } & LeftOut
  'node.status_changed': { before: Pick<PlanNode, 'status'>; after: Pick<PlanNode, 'status'> & Stamp }
  /** Siblings left behind and siblings joined are renumbered by the reader. */
  'node.moved': { before: Place; after: Place & Stamp }
  /** The whole subtree goes; `count` includes the node itself. */
  'node.deleted': { before: Place & { count: number }; after: null }
  'node.restored': { before: null; after: Subtree }
  /** A copy of a subtree, with the edges inside it; the event is about the copy. */
  'node.duplicated': { before: null; after: Subtree & { edges: PlanEdge[] } }
  'node.assigned': { before: null; after: Assignee }
  'node.unassigned': { before: Assignee; after: null }
  'edge.created': { before: null; after: PlanEdge }
  'edge.updated': { before: PlanEdge; after: PlanEdge }
  'edge.deleted': { before: PlanEdge; after: null }
  'log.added': { before: null; after: LoggedEntry }
  'log.updated': { before: ChangedEntry; after: ChangedEntry & Pick<LogEntry, 'version' | 'updated_at'> }
  'log.deleted': { before: LoggedEntry; after: null }
  'artifact.added': { before: null; after: LoggedArtifact }
  'artifact.updated': { before: LoggedArtifact; after: LoggedArtifact }
  'artifact.deleted': { before: LoggedArtifact; after: null }
  'collaborator.added': { before: null; after: Membership }
  'collaborator.changed': { before: Membership; after: Membership }
  'collaborator.removed': { before: Membership; after: null }
  'collaborator.left': { before: Membership; after: null }
  'invitation.created': { before: null; after: Invitation }
  'invitation.changed': { before: Invitation; after: Invitation }
  'invitation.removed': { before: Invitation; after: null }
}
export type EventKind = keyof EventData

/** How a change came in: from a browser, with an API token, or through a connected assistant. */
export type Via = { kind: 'session' } | { kind: 'token' | 'connector'; name: string }

interface EventBase<K extends EventKind> {
  id: string
  plan_id: string
  /** Gapless per plan: who has 6 and receives 8 has missed 7. */
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

/** What people see each kind as; a log of type `comment` shows as `comment`. */
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
  'node.duplicated': 'node_created',
  'node.assigned': 'assignment',
  'node.unassigned': 'assignment',
  'edge.created': 'edge',
  'edge.updated': 'edge',
  'edge.deleted': 'edge',
  'log.added': 'log',
  'log.updated': 'log',
  'log.deleted': 'log',
  'artifact.added': 'file_upload',
  'artifact.updated': 'file_upload',
  'artifact.deleted': 'file_upload',
  'collaborator.added': 'sharing',
  'collaborator.changed': 'sharing',
  'collaborator.removed': 'sharing',
  'collaborator.left': 'sharing',
  'invitation.created': 'sharing',
  'invitation.changed': 'sharing',
  'invitation.removed': 'sharing',
}

/** An event as the reference describes it; `EventData` says what `before` and `after` hold for each kind. */
export const EventMessage = z.object({
  id: Id,
  plan_id: Id,
  revision: z.int().describe('Gapless per plan'),
  kind: z.enum(Object.keys(ACTIVITY_TYPE) as [EventKind, ...EventKind[]]),
  node_id: Id.nullable(),
  node_title: z.string().nullable(),
  actor: z.object({ id: Id, name: z.string() }),
  via: z.object({ kind: z.enum(['session', 'token', 'connector']), name: z.string().optional() }),
  run_id: z.string().nullable(),
  created_at: Timestamp,
  data: z.object({
    before: z.unknown(),
    after: z.unknown(),
    left_out: z.array(z.string()).optional().describe('Texts that were too long to travel: read the row again'),
  }),
})

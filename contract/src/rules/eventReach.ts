// What an event changes and creates, for credentials with limits.
import type { EventData, EventKind } from '../api/events.ts'

type Reach =
  /** The plan itself or who has access to it. */
  | 'plan'
  /** The node of the event, with what belongs to it or lies below it. */
  | 'node'
  /** The node, and both parents: their children change too. */
  | 'move'
  /** Both ends. */
  | 'edge'

const REACH = {
  'plan.created': 'plan',
  'plan.updated': 'plan',
  'plan.deleted': 'plan',
  'plan.restored': 'plan',
  'plan.transferred': 'plan',
  'node.created': 'node',
  'node.updated': 'node',
  'node.status_changed': 'node',
  'node.moved': 'move',
  'node.deleted': 'node',
  'node.restored': 'node',
  'node.purged': 'node',
  'node.duplicated': 'node',
  'node.assigned': 'node',
  'node.unassigned': 'node',
  'node.claimed': 'node',
  'node.claim_ended': 'node',
  'edge.created': 'edge',
  'edge.updated': 'edge',
  'edge.deleted': 'edge',
  'log.added': 'node',
  'log.updated': 'node',
  'log.deleted': 'node',
  'log.restored': 'node',
  'log.purged': 'node',
  'reaction.added': 'node',
  'reaction.removed': 'node',
  'artifact.added': 'node',
  'artifact.updated': 'node',
  'artifact.deleted': 'node',
  'artifact.restored': 'node',
  'artifact.purged': 'node',
  'collaborator.added': 'plan',
  'collaborator.changed': 'plan',
  'collaborator.removed': 'plan',
  'collaborator.left': 'plan',
  'invitation.created': 'plan',
  'invitation.changed': 'plan',
  'invitation.removed': 'plan',
} as const satisfies Record<EventKind, Reach>

/** The part of an event that says what it reaches. */
export type ReachingEvent = {
  [K in EventKind]: { kind: K; node_id?: string | null; data: EventData[K] }
}[EventKind]

/**
 * The nodes that must all be in a branch for the event to stay inside it; null is the plan, which is in none.
 */
export function nodesReachedBy(event: ReachingEvent): readonly (string | null)[] {
  const about = event.node_id ?? null
  switch (REACH[event.kind]) {
    case 'plan':
      return [null]
    case 'node':
      return [about]
    case 'move': {
      const { before, after } = event.data as EventData['node.moved']
      return [about, before.parent_id, after.parent_id]
    }
    case 'edge': {
      const { before, after } = event.data as EventData['edge.created' | 'edge.updated' | 'edge.deleted']
      return [before, after].flatMap((edge) => (edge ? [edge.source_id, edge.target_id] : []))
    }
  }
}

/** How many nodes the event creates. Restored nodes existed before. */
export function nodesCreatedBy(event: ReachingEvent): number {
  if (event.kind === 'node.created') return 1
  if (event.kind === 'node.duplicated') return event.data.after.count
  return event.kind === 'plan.created' ? event.data.after.node_count : 0
}

import type { EventKind, PlanEvent } from '@cairn/contract/api/events'
import { undoArtifactAdded, undoArtifactDeleted, undoArtifactUpdated } from './undo.artifacts.ts'
import { undoAssigned, undoUnassigned } from './undo.assignments.ts'
import { undoClaim } from './undo.claims.ts'
import { undoEdgeCreated, undoEdgeDeleted, undoEdgeUpdated } from './undo.edges.ts'
import type { UndoJob } from './undo.job.ts'
import { undoLog } from './undo.logs.ts'
import { undoAppearance, undoDeletion, undoMove } from './undo.nodes.ts'
import { undoPlanUpdate } from './undo.plan.ts'
import { undoStatus, undoUpdate } from './undo.values.ts'

/** Undoes events of one kind. Several events are about different nodes. */
export type Inverse<K extends EventKind = EventKind> = (job: UndoJob, events: readonly PlanEvent<K>[]) => Promise<void>

/** Reactions go with their entry, and a claim that has ended is not held again. */
const undoNothing = async () => {}

const TABLE: { [K in EventKind]: Inverse<K> | null } = {
  'plan.created': null,
  'plan.updated': undoPlanUpdate,
  'plan.deleted': null,
  'plan.restored': null,
  'plan.transferred': null,
  'node.created': undoAppearance,
  'node.updated': undoUpdate,
  'node.status_changed': undoStatus,
  'node.moved': undoMove,
  'node.deleted': undoDeletion,
  'node.restored': undoAppearance,
  'node.purged': null,
  'node.duplicated': undoAppearance,
  'node.assigned': undoAssigned,
  'node.unassigned': undoUnassigned,
  'node.claimed': undoClaim,
  'node.claim_ended': undoNothing,
  'edge.created': undoEdgeCreated,
  'edge.updated': undoEdgeUpdated,
  'edge.deleted': undoEdgeDeleted,
  'log.added': undoLog,
  'log.updated': undoLog,
  'log.deleted': undoLog,
  'log.restored': undoLog,
  'log.purged': null,
  'reaction.added': undoNothing,
  'reaction.removed': undoNothing,
  'artifact.added': undoArtifactAdded,
  'artifact.updated': undoArtifactUpdated,
  'artifact.deleted': undoArtifactDeleted,
  'artifact.restored': undoArtifactAdded,
  'artifact.purged': null,
  'collaborator.added': null,
  'collaborator.changed': null,
  'collaborator.removed': null,
  'collaborator.left': null,
  'invitation.created': null,
  'invitation.changed': null,
  'invitation.removed': null,
}

/** What takes back each kind of event; null for those that cannot be undone. */
export const INVERSES = TABLE as Record<EventKind, Inverse | null>

const UNCOUNTED: ReadonlySet<unknown> = new Set([undoNothing, undoClaim, undoLog])

/** False for kinds that undo leaves alone, or cannot undo. Log entries stay unless the undo of a run is to delete them. */
export const isUndoable = (kind: EventKind): boolean => INVERSES[kind] !== null && !UNCOUNTED.has(INVERSES[kind])

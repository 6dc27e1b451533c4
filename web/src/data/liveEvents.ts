// Updates caches other than the node list after live events: patches small values, refetches short lists.
import type { EventKind, PlanEvent } from '@cairn/contract/api/events'
import { isWhole } from '@cairn/contract/rules/replay'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { activityQuery, planAccessQuery, planActivityQuery, planHistoryQuery } from './activity.ts'
import { artifactsQuery } from './artifacts.ts'
import { claimsQuery } from './claims.ts'
import { collaboratorsQuery } from './collaborators.ts'
import { isThreadsKey, threadsQuery, unreadQuery } from './commentQueries.ts'
import { applyToEdges, edgesQuery } from './edges.ts'
import { logsQuery } from './logs.ts'
import { membersQuery } from './members.ts'
import { applyToNode, nodeQuery } from './nodes.ts'
import { nodeTrashQuery, restorableQuery } from './nodeTrash.ts'
import { planQuery } from './plan.ts'
import { planChangeKey } from './planChangeKey.ts'
import { trashedEntriesQuery } from './planTrash.ts'
import { advance, packNewsKey } from './readAt.ts'
import { makeRefresh, type Refresh } from './refresh.ts'
import { watchesQuery } from './watches.ts'

/** Refetches what events of an open plan change. */
export const refreshOfPlan = (cache: QueryClient): Refresh =>
  makeRefresh(cache, { intervalMs: 250, isExact: (key) => !isThreadsKey(key) })

/** Patches the caches that these events of one plan change, and refetches what they do not contain. */
export function updateCaches(cache: QueryClient, refresh: Refresh, planId: string, events: readonly PlanEvent[]): void {
  if (events.length === 0) return
  cache.setQueryData(edgesQuery(planId).queryKey, (known) => known && advance(known, events, applyToEdges))
  for (const id of new Set(events.map(({ node_id }) => node_id)))
    if (id !== null)
      cache.setQueryData(nodeQuery(planId, id).queryKey, (known) => known && advance(known, events, applyToNode))
  for (const event of events)
    if (event.kind === 'plan.updated')
      cache.setQueryData(planQuery(planId).queryKey, (plan) => plan && { ...plan, ...event.data.after })
  refresh.queries([
    ...[planActivityQuery, planHistoryQuery, planAccessQuery].map((query) => query(planId).queryKey),
    packNewsKey(planId),
    planChangeKey(planId),
    ...events.flatMap((event) => [
      ...READS[event.kind](event as never),
      ...(event.node_id === null ? [] : [activityQuery(planId, event.node_id).queryKey]),
    ]),
  ])
}

type Reads = { [K in EventKind]: (event: PlanEvent<K>) => QueryKey[] }

const nothing = () => []
const readPlan = ({ plan_id }: PlanEvent) => [planQuery(plan_id).queryKey]
const readPeople = ({ plan_id }: PlanEvent) => [
  planQuery(plan_id).queryKey,
  collaboratorsQuery(plan_id).queryKey,
  membersQuery(plan_id).queryKey,
]
const readEdges = ({ plan_id }: PlanEvent) => [edgesQuery(plan_id).queryKey]
/** An entry by an agent renews its claim too. */
const readClaims = ({ plan_id }: PlanEvent) => [claimsQuery(plan_id).queryKey]
const readTrashedEntries = ({ plan_id }: PlanEvent) => [trashedEntriesQuery(plan_id).queryKey]
const readTrash = (event: PlanEvent) => [
  nodeTrashQuery(event.plan_id).queryKey,
  restorableQuery(event.plan_id).queryKey,
  // Those of a deleted node are not listed.
  ...readTrashedEntries(event),
]
const readArtifacts = ({ plan_id, node_id }: PlanEvent) => (node_id ? [artifactsQuery(plan_id, node_id).queryKey] : [])
const readThreads = ({ plan_id, node_id }: PlanEvent) => (node_id ? [threadsQuery(plan_id, node_id).queryKey] : [])
/** Who is assigned, mentioned or comments watches the node from then on. */
const readWatches = ({ plan_id }: PlanEvent) => [watchesQuery(plan_id).queryKey]
const readLogs = (event: PlanEvent) => [
  ...(event.node_id ? [logsQuery(event.plan_id, event.node_id).queryKey] : []),
  ...readThreads(event),
  unreadQuery(event.plan_id).queryKey,
  ...readWatches(event),
]

/** The queries to refetch for each kind of event, because the event does not contain all changes. */
const READS: Reads = {
  'plan.created': nothing,
  // A read that began before the event may still be running.
  'plan.updated': readPlan,
  'plan.deleted': readPlan,
  'plan.restored': readPlan,
  'plan.transferred': readPeople,
  'node.created': nothing,
  'node.updated': (event) =>
    isWhole(event) || event.node_id === null ? [] : [nodeQuery(event.plan_id, event.node_id).queryKey],
  'node.status_changed': nothing,
  'node.moved': nothing,
  'node.deleted': readTrash,
  // Edges are deleted and restored with their nodes.
  'node.restored': (event) => [...readEdges(event), ...readTrash(event), ...readWatches(event)],
  'node.purged': readTrash,
  'node.duplicated': (event) => (isWhole(event) ? [] : readEdges(event)),
  'node.assigned': readWatches,
  'node.unassigned': nothing,
  'node.claimed': readClaims,
  'node.claim_ended': readClaims,
  'edge.created': nothing,
  'edge.updated': nothing,
  'edge.deleted': nothing,
  'log.added': (event) => [...readLogs(event), ...(event.via.kind === 'session' ? [] : readClaims(event))],
  'log.updated': readLogs,
  'log.deleted': (event) => [...readLogs(event), ...readTrashedEntries(event)],
  'log.restored': (event) => [...readLogs(event), ...readTrashedEntries(event)],
  'log.purged': (event) => [...readLogs(event), ...readTrashedEntries(event)],
  'reaction.added': readThreads,
  'reaction.removed': readThreads,
  'artifact.added': readArtifacts,
  'artifact.updated': readArtifacts,
  'artifact.deleted': (event) => [...readArtifacts(event), ...readTrashedEntries(event)],
  'artifact.restored': (event) => [...readArtifacts(event), ...readTrashedEntries(event)],
  'artifact.purged': readTrashedEntries,
  'collaborator.added': readPeople,
  'collaborator.changed': readPeople,
  'collaborator.removed': readPeople,
  'collaborator.left': readPeople,
  'invitation.created': readPeople,
  'invitation.changed': readPeople,
  'invitation.removed': readPeople,
}

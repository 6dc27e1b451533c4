// The nodes of a plan: one request for the list, then live events. Opening a node fetches its texts.
import type { EventKind, PlanEvent } from '@cairn/contract/api/events'
import { nodesApi, type PlanNode } from '@cairn/contract/api/nodes'
import { applyToNodes, isWhole, type ReplayNode } from '@cairn/contract/rules/replay'
import { queryOptions } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { ApiError, callWithHeaders } from '../lib/api.ts'
import { retry } from '../lib/retry.ts'
import { type ListVersion, type NodeEventKind, PlanNodes, type StoredNode, type Structure } from './nodeStore.ts'
import { nodesKey, readAt, readWhatIsBehind } from './readAt.ts'

/** Node queries are retried twice, one second apart. */
const RETRY_DELAY_MS = 1_000
/** A list may be older than the live events already received; then it is refetched, at most this often. */
const LOADS_MAX = 3

/**
 * The store of a plan's nodes, the same object while the plan is open. A refetch updates it and notifies watchers.
 * Every visit refetches.
 */
export const nodesQuery = (planId: string) =>
  queryOptions({
    queryKey: nodesKey(planId),
    queryFn: async ({ client, signal }): Promise<PlanNodes> => {
      const nodes = client.getQueryData<PlanNodes>(nodesKey(planId)) ?? new PlanNodes()
      for (let loads = 1; ; loads++) {
        const { reply, headers } = await callWithHeaders(nodesApi.list, {
          params: { planId },
          query: { view: 'outline' },
          signal,
        })
        const known = nodes.knownSince
        const whole = nodes.load(reply, versionOf(headers))
        if (nodes.knownSince > known) readWhatIsBehind(client, planId, nodes)
        if (whole || loads === LOADS_MAX) return nodes
      }
    },
    staleTime: 0,
    refetchOnReconnect: false, // the live connection catches up by revision
    structuralSharing: false,
    retry: retry(2),
    retryDelay: RETRY_DELAY_MS,
  })

/** The ETag contains the revision of the list and the epoch of that revision. */
function versionOf(headers: Headers): ListVersion {
  const [, revision, epoch] = /"(\d+)-\w+-\w+-([^"]+)"/.exec(headers.get('etag') ?? '') ?? []
  if (revision === undefined || epoch === undefined) throw new ApiError(500, 'invalid_reply', 'Invalid response format')
  return { revision: Number(revision), epoch }
}

/** One node with all its texts. */
export const nodeQuery = (planId: string, nodeId: string) =>
  queryOptions({
    queryKey: ['plan', planId, 'node', nodeId],
    queryFn: ({ client, signal }) =>
      readAt(client, planId, () => callWithHeaders(nodesApi.get, { params: { planId, nodeId }, signal }), applyToNode),
    select: ({ value }) => value,
  })

/** Whether an event changes the node's own fields, rather than adding or deleting it. */
const PATCHES: Record<NodeEventKind, boolean> = {
  'node.created': false,
  'node.updated': true,
  'node.status_changed': true,
  'node.moved': true,
  'node.deleted': false,
  'node.restored': false,
  'node.purged': false,
  'node.duplicated': false,
  'node.assigned': true,
  'node.unassigned': true,
  'node.claimed': false,
  'node.claim_ended': false,
}
const patches = (kind: EventKind): boolean => (PATCHES as Partial<Record<EventKind, boolean>>)[kind] === true

/** Applies events to a full node. A newer node already contains them; missing texts are refetched. */
export function applyToNode(node: PlanNode, events: readonly PlanEvent[]): PlanNode {
  let now = node
  for (const event of events) {
    if (event.node_id !== node.id || !patches(event.kind) || !isWhole(event)) continue
    const { version } = (event.data.after ?? {}) as { version?: number }
    if (version !== undefined && version <= now.version) continue
    if (event.kind === 'node.moved') now = { ...now, ...event.data.after }
    else {
      const only = new Map<string, ReplayNode>([[now.id, now]])
      applyToNodes(only, [event])
      now = (only.get(now.id) as PlanNode | undefined) ?? now
    }
  }
  return now
}

/** One node. Re-renders only when this node changes. */
export function useNode(nodes: PlanNodes, id: string | null): StoredNode | undefined {
  const watch = useCallback(
    (onChange: () => void) => (id === null ? () => undefined : nodes.watch(id, onChange)),
    [nodes, id],
  )
  return useSyncExternalStore(watch, () => (id === null ? undefined : nodes.get(id)))
}

/** The tree structure. Re-renders only when nodes are added, deleted or moved. */
export const useStructure = (nodes: PlanNodes): Structure => useSyncExternalStore(nodes.watchAll, () => nodes.structure)

/** Whether the plan has no nodes. Re-renders only when the first one is added or the last one is deleted. */
export const useIsEmpty = (nodes: PlanNodes): boolean =>
  useSyncExternalStore(nodes.watchAll, () => nodes.all.size === 0)

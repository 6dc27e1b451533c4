// Live updates of the plan that is open: each kind of event patches what this browser knows, or lets it be read again where
// that is one small list. The list of nodes is only read again when a revision is missing.
import type { EventKind, PlanEvent } from '@cairn/contract/api/events'
import { type LivePerson, liveApi } from '@cairn/contract/api/live'
import type { PlanNode } from '@cairn/contract/api/nodes'
import { applyToNodes, isWhole, type ReplayNode } from '@cairn/contract/rules/replay'
import { ancestry } from '@cairn/contract/rules/tree'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call } from '../lib/api.ts'
import { useSession } from '../lib/session.ts'
import { activityQuery, planAccessQuery, planActivityQuery, planHistoryQuery } from './activity.ts'
import { artifactsQuery } from './artifacts.ts'
import { collaboratorsQuery } from './collaborators.ts'
import { applyToEdges, edgesQuery } from './edges.ts'
import { LiveClient, type LiveState } from './liveClient.ts'
import { logsQuery } from './logs.ts'
import { membersQuery } from './members.ts'
import type { PlanNodes } from './nodeStore.ts'
import { nodeQuery, nodesQuery } from './nodes.ts'
import { nodeTrashQuery, restorableQuery } from './nodeTrash.ts'
import { markGone, planQuery } from './plan.ts'
import { isRemoving } from './plans.ts'

/** An agent may write many events a second; lists that follow them are read at most this often. */
const READ_AGAIN_MS = 250
const FRAME_MS = 16

export interface Live {
  state: LiveState
  /** Everybody who has this plan open, oneself among them. */
  people: LivePerson[]
}

export interface Watched {
  /** The node that is open. */
  nodeId: string | null
  /** Somebody else, or an agent in this person's name, has deleted it or a node above it. */
  onTaken: (event: PlanEvent<'node.deleted'>) => void
}

/** Follows a plan while it is open, and tells the others on which node this person is. */
export function useLive(planId: string, nodes: PlanNodes, { nodeId, onTaken }: Watched): Live {
  const cache = useQueryClient()
  const myId = useSession()?.user.id ?? null
  const [state, setState] = useState<LiveState>('connecting')
  const [people, setPeople] = useState<LivePerson[]>([])
  const client = useRef<LiveClient | null>(null)
  const watched = useRef({ nodeId, onTaken })
  watched.current = { nodeId, onTaken }

  useEffect(() => {
    const refresh = makeRefresh(cache)
    const readNodes = () => cache.invalidateQueries({ queryKey: nodesQuery(planId).queryKey }, { cancelRefetch: false })
    const take = (events: readonly PlanEvent[]) => {
      const fresh = events.filter(({ revision }) => revision > nodes.revision)
      const { nodeId: openId, onTaken } = watched.current
      const above = new Set(ancestry(nodes.all, openId ?? '').map(({ id }) => id))
      if (nodes.apply(fresh, myId) === 'gap') void readNodes()
      if (openId !== null && above.size > 0 && !nodes.get(openId)) {
        const taken = fresh.findLast((event) => event.kind === 'node.deleted' && above.has(event.node_id ?? ''))
        const isMine = taken?.actor.id === myId && taken.via.kind === 'session'
        if (taken?.kind === 'node.deleted' && !isMine) onTaken(taken)
      }
      for (const event of fresh) tellCaches(cache, refresh, event)
    }
    const inbox = makeInbox(take)
    const live = new LiveClient({
      planId,
      revision: () => nodes.revision,
      epoch: () => nodes.epoch,
      onEpoch: (epoch) => nodes.enter(epoch),
      getTicket: async () => (await call(liveApi.ticket)).ticket,
      openSocket: (ticket) => new WebSocket(socketUrl(ticket)),
      onEvent: inbox.take,
      onReload: () => void cache.invalidateQueries({ queryKey: planQuery(planId).queryKey }),
      onPeople: setPeople,
      onState: (next) => {
        nodes.isFollowed = next === 'live'
        if (next === 'live') void readFailed(cache, planId)
        setState(next)
      },
      onWithdrawn: () => {
        refresh.stop()
        // Who takes the plan away is on the way out; everybody else is told.
        if (!isRemoving(cache, planId)) void markGone(cache, planId)
      },
    })
    client.current = live
    live.start()
    return () => {
      live.stop()
      inbox.stop()
      refresh.stop()
      nodes.isFollowed = false
      client.current = null
    }
  }, [planId, nodes, cache, myId])

  useEffect(() => client.current?.setPresence(nodeId), [nodeId])
  return { state, people }
}

function socketUrl(ticket: string): string {
  const url = new URL(`/api/live?ticket=${encodeURIComponent(ticket)}`, window.location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}

/** What could not be read while there was no connection. */
const readFailed = (cache: QueryClient, planId: string) =>
  cache.refetchQueries({
    queryKey: planQuery(planId).queryKey,
    type: 'active',
    predicate: ({ state }) => state.status === 'error' && isUnanswered(state.error),
  })

const isUnanswered = (error: unknown): boolean => error instanceof ApiError && error.status === 0

/** Takes an event at once, and those that follow within a frame together: one change to five hundred nodes is five hundred events. */
function makeInbox(take: (events: readonly PlanEvent[]) => void) {
  let waiting: PlanEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const empty = () => {
    timer = undefined
    const events = waiting
    waiting = []
    if (events.length === 0) return
    timer = setTimeout(empty, FRAME_MS)
    take(events)
  }
  return {
    take: (event: PlanEvent) => {
      waiting.push(event)
      if (timer === undefined) empty()
    },
    stop: () => {
      clearTimeout(timer)
      waiting = []
    },
  }
}

type Refresh = ReturnType<typeof makeRefresh>

/** Reads queries again that are on the screen, many requests for the same one at once. */
function makeRefresh(cache: QueryClient) {
  const wanted = new Map<string, readonly unknown[]>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    for (const queryKey of wanted.values()) void cache.invalidateQueries({ queryKey, exact: true })
    wanted.clear()
  }
  return {
    queries: (...keys: (readonly unknown[])[]) => {
      for (const key of keys) wanted.set(JSON.stringify(key), key)
      timer ??= setTimeout(flush, READ_AGAIN_MS)
    },
    stop: () => clearTimeout(timer),
  }
}

type Handlers = { [K in EventKind]: (cache: QueryClient, refresh: Refresh, event: PlanEvent<K>) => void }

const readPlan = (_cache: QueryClient, refresh: Refresh, { plan_id }: PlanEvent) =>
  refresh.queries(planQuery(plan_id).queryKey)

const readPeople = (_cache: QueryClient, refresh: Refresh, { plan_id }: PlanEvent) =>
  refresh.queries(planQuery(plan_id).queryKey, collaboratorsQuery(plan_id).queryKey, membersQuery(plan_id).queryKey)

/** The node that is open, with its long texts, follows the same reducer as the list. */
const patchNode = (cache: QueryClient, _refresh: Refresh, event: PlanEvent) => {
  if (event.node_id === null) return
  cache.setQueryData(nodeQuery(event.plan_id, event.node_id).queryKey, (node) => {
    if (!node) return node
    const only = new Map<string, ReplayNode>([[node.id, node]])
    applyToNodes(only, [event])
    return (only.get(node.id) as PlanNode | undefined) ?? node
  })
}

const readNode = (_cache: QueryClient, refresh: Refresh, { plan_id, node_id }: PlanEvent) =>
  node_id && refresh.queries(nodeQuery(plan_id, node_id).queryKey)

const readArtifacts = (_cache: QueryClient, refresh: Refresh, { plan_id, node_id }: PlanEvent) =>
  node_id && refresh.queries(artifactsQuery(plan_id, node_id).queryKey)

const readLogs = (_cache: QueryClient, refresh: Refresh, { plan_id, node_id }: PlanEvent) =>
  node_id && refresh.queries(logsQuery(plan_id, node_id).queryKey)

const patchEdges = (cache: QueryClient, _refresh: Refresh, event: PlanEvent) =>
  cache.setQueryData(edgesQuery(event.plan_id).queryKey, (edges) => edges && applyToEdges(edges, event))

/** Edges die and come back with their nodes. */
const readEdges = (_cache: QueryClient, refresh: Refresh, { plan_id }: PlanEvent) =>
  refresh.queries(edgesQuery(plan_id).queryKey)

const readTrash = (_cache: QueryClient, refresh: Refresh, { plan_id }: PlanEvent) =>
  refresh.queries(nodeTrashQuery(plan_id).queryKey, restorableQuery(plan_id).queryKey)

const nothing = () => undefined

/** One line for each kind of event, beside what the store of nodes does with it. */
const handlers: Handlers = {
  'plan.created': nothing,
  'plan.updated': (cache, _refresh, { plan_id, data }) => {
    cache.setQueryData(planQuery(plan_id).queryKey, (plan) => plan && { ...plan, ...data.after })
  },
  'plan.deleted': readPlan,
  'plan.restored': readPlan,
  'plan.transferred': readPeople,
  'node.created': nothing,
  'node.updated': (cache, refresh, event) => (isWhole(event) ? patchNode : readNode)(cache, refresh, event),
  'node.status_changed': patchNode,
  'node.moved': (cache, _refresh, { plan_id, node_id, data }) => {
    if (node_id !== null)
      cache.setQueryData(nodeQuery(plan_id, node_id).queryKey, (node) => node && { ...node, ...data.after })
  },
  'node.deleted': readTrash,
  'node.restored': (cache, refresh, event) => {
    readEdges(cache, refresh, event)
    readTrash(cache, refresh, event)
  },
  'node.duplicated': (cache, refresh, event) => (isWhole(event) ? patchEdges : readEdges)(cache, refresh, event),
  'node.assigned': patchNode,
  'node.unassigned': patchNode,
  'edge.created': patchEdges,
  'edge.updated': patchEdges,
  'edge.deleted': patchEdges,
  'log.added': readLogs,
  'log.updated': readLogs,
  'log.deleted': readLogs,
  'artifact.added': readArtifacts,
  'artifact.updated': readArtifacts,
  'artifact.deleted': readArtifacts,
  'collaborator.added': readPeople,
  'collaborator.changed': readPeople,
  'collaborator.removed': readPeople,
  'collaborator.left': readPeople,
  'invitation.created': readPeople,
  'invitation.changed': readPeople,
  'invitation.removed': readPeople,
}

function tellCaches(cache: QueryClient, refresh: Refresh, event: PlanEvent): void {
  const handler = handlers[event.kind] as (cache: QueryClient, refresh: Refresh, event: PlanEvent) => void
  handler(cache, refresh, event)
  for (const query of [planActivityQuery, planHistoryQuery, planAccessQuery])
    refresh.queries(query(event.plan_id).queryKey)
  if (event.node_id) refresh.queries(activityQuery(event.plan_id, event.node_id).queryKey)
}

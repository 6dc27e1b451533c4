// Live updates of the open plan. Refetches the node list only if a revision is missing.
import type { PlanEvent } from '@cairn/contract/api/events'
import { ancestry } from '@cairn/contract/rules/tree'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { isWriting } from '../lib/changes.ts'
import { getOffline, watchConnection } from '../lib/connection.ts'
import { perFrame } from '../lib/perFrame.ts'
import { useSession } from '../lib/session.ts'
import { useLatest } from '../lib/useLatest.ts'
import { LiveClient } from './liveClient.ts'
import { transport } from './liveConnection.ts'
import { refreshOfPlan, updateCaches } from './liveEvents.ts'
import { LiveStatus } from './liveStatus.ts'
import type { PlanNodes } from './nodeStore.ts'
import { nodesQuery } from './nodes.ts'
import { markGone, planQuery } from './plan.ts'
import { isRemoving } from './plans.ts'

export interface Watched {
  /** The open node. */
  nodeId: string | null
  /** Called when the open node or one of its ancestors is deleted elsewhere, also in another tab. */
  onNodeDeleted: (event: PlanEvent<'node.deleted'>) => void
  /** Called with new events of everyone, once per frame. */
  onEvents: (events: readonly PlanEvent[]) => void
}

/** Subscribes to a plan while it is open, and publishes which node the user is viewing. */
export function useLive(planId: string, nodes: PlanNodes, { nodeId, onNodeDeleted, onEvents }: Watched): LiveStatus {
  const cache = useQueryClient()
  const myId = useSession()?.user.id ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: each plan has a connection of its own.
  const status = useMemo(() => new LiveStatus(), [planId])
  const client = useRef<LiveClient | null>(null)
  const watched = useLatest({ nodeId, onNodeDeleted, onEvents })
  const myIdNow = useLatest(myId)

  useEffect(() => {
    const refresh = refreshOfPlan(cache)
    const readNodes = () => cache.invalidateQueries({ queryKey: nodesQuery(planId).queryKey }, { cancelRefetch: false })
    const readPlan = () => cache.invalidateQueries({ queryKey: planQuery(planId).queryKey })
    // How far events have arrived here. Reading the node list again does not advance it: the events that the list then
    // contains also tell about comments, log entries, files and people.
    let arrived = nodes.revision
    const lastArrived = () => {
      if (arrived === -1) arrived = nodes.revision
      return Math.min(arrived, nodes.revision)
    }
    const inbox = perFrame((events: readonly PlanEvent[]) => {
      arrived = Math.max(arrived, events.at(-1)?.revision ?? -1)
      const fresh = events.filter(({ revision }) => revision > nodes.revision)
      const openId = watched.current.nodeId
      const above = new Set(ancestry(nodes.all, openId ?? '').map(({ id }) => id))
      const outcome = nodes.apply(fresh)
      // A gap may be about anything; partial events are about nodes.
      if (outcome === 'gap') void readPlan()
      if (outcome === 'partial') void readNodes()
      if (openId !== null && above.size > 0 && !nodes.get(openId)) {
        const taken = fresh.findLast((event) => event.kind === 'node.deleted' && above.has(event.node_id ?? ''))
        // What this tab is deleting or undoing is said where it was started.
        const isHere = taken?.actor.id === myId && (taken?.undoes !== null || isWriting(planId))
        if (taken?.kind === 'node.deleted' && !isHere) watched.current.onNodeDeleted(taken)
      }
      updateCaches(cache, refresh, planId, events)
      watched.current.onEvents(events)
    })
    const live = new LiveClient({
      planId,
      revision: lastArrived,
      epoch: () => nodes.epoch,
      onEpoch: (epoch) => nodes.enter(epoch),
      ...transport,
      onEvent: inbox.add,
      onReload: (revision) => {
        arrived = revision
        void readPlan()
      },
      onPeople: (people) => status.setOthers(people.filter(({ id, agent }) => agent != null || id !== myIdNow.current)),
      onState: (next) => {
        nodes.channel = next === 'live' ? { restart: () => live.restart() } : null
        status.setState(next)
      },
      onRevoked: () => {
        refresh.stop()
        // A user who deletes or leaves the plan is already navigating away.
        if (!isRemoving(cache, planId)) void markGone(cache, planId)
      },
    })
    client.current = live
    status.write = (node, field) => live.setWriting(node, field)
    live.start()
    const stopWatching = watchConnection(() => !getOffline() && live.hurry())
    return () => {
      stopWatching()
      live.stop()
      inbox.stop()
      nodes.channel = null
      client.current = null
    }
  }, [planId, nodes, cache, myId, status])

  useEffect(() => client.current?.setPresence(nodeId), [nodeId])
  return status
}

// Changes to who holds a task. A person can take it over, hand it over or let it go.
import { CLAIM_MINUTES_MAX, claimsApi } from '@cairn/contract/api/claims'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Claims, claimsQuery } from '../data/claims.ts'
import type { PlanNodes } from '../data/nodeStore.ts'
import { titleOf } from '../display/nodeDisplay.tsx'
import { call, messageOf } from '../lib/api.ts'
import { timeOfDay } from '../lib/relativeTime.ts'
import { useSession } from '../lib/session.ts'
import { shorten } from '../lib/shorten.ts'
import { toast } from '../ui/Toast.tsx'

export interface ClaimActions {
  /** Who holds a node, as the user sees it. Undefined if it is free. */
  holderOf: (nodeId: string) => 'me' | 'other' | undefined
  /** Takes a task from its holder. Resolves when it is shown or has failed. */
  takeOver: (nodeId: string) => Promise<void>
  /** Lets go a task that the user holds. */
  release: (nodeId: string) => Promise<void>
  /** Resolves with whether the person holds the task now. */
  handOver: (nodeId: string, to: { id: string; name: string }, summary: string) => Promise<boolean>
}

export function useClaimActions(planId: string, nodes: PlanNodes, claims: Claims): ClaimActions {
  const cache = useQueryClient()
  const myId = useSession()?.user.id
  return useMemo(() => makeClaimActions({ planId, nodes, claims, cache, myId }), [planId, nodes, claims, cache, myId])
}

interface Setting {
  planId: string
  nodes: PlanNodes
  claims: Claims
  cache: QueryClient
  myId: string | undefined
}

function makeClaimActions({ planId, nodes, claims, cache, myId }: Setting): ClaimActions {
  const nameOf = (nodeId: string) => `“${shorten(titleOf(nodes.get(nodeId) ?? { title: '' }), 60)}”`
  const toastOf = (nodeId: string) => ({ id: `claim-${nodeId}` })
  const send = async <T>(nodeId: string, failure: string, request: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await request()
    } catch (error) {
      toast.error(messageOf(error, failure), toastOf(nodeId))
      return undefined
    } finally {
      await cache.invalidateQueries({ queryKey: claimsQuery(planId).queryKey })
    }
  }

  const release = async (nodeId: string) => {
    const claim = claims.of(nodeId)?.claim
    if (!claim) return
    const params = { planId, claimId: claim.id }
    const ended = await send(nodeId, 'Failed to release this task', () =>
      call(claimsApi.end, { params, body: { outcome: 'released' } }),
    )
    if (ended) toast(`${nameOf(nodeId)} released`, toastOf(nodeId))
  }

  return {
    holderOf: (nodeId) => {
      const hold = claims.of(nodeId)
      if (!hold || hold.minutes === 0) return undefined
      return hold.claim.agent === null && hold.claim.user.id === myId ? 'me' : 'other'
    },
    takeOver: async (nodeId) => {
      const before = claims.of(nodeId)?.claim
      // A person sends no heartbeats: what they took over is theirs for a working day.
      const body = { node_id: nodeId, take_over: true, minutes: CLAIM_MINUTES_MAX }
      const taken = await send(nodeId, 'Failed to take over this task', () =>
        call(claimsApi.claim, { params: { planId }, body }),
      )
      if (!taken?.claim) return
      const until = timeOfDay(taken.claim.expires_at)
      toast(
        `You hold ${nameOf(nodeId)} until ${until}${before?.agent ? `. ${shorten(before.agent, 40)} is notified with its next call.` : ''}`,
        { ...toastOf(nodeId), action: { label: 'Release', onClick: () => void release(nodeId) } },
      )
    },
    release,
    handOver: async (nodeId, to, summary) => {
      const claim = claims.of(nodeId)?.claim
      if (!claim) {
        toast.error('No one holds this task now', toastOf(nodeId))
        return false
      }
      const params = { planId, claimId: claim.id }
      const given = await send(nodeId, 'Failed to hand over this task', () =>
        call(claimsApi.handOver, { params, body: { user_id: to.id, summary: summary.trim() || null } }),
      )
      if (given) toast(`${nameOf(nodeId)} handed over to ${to.name}`, toastOf(nodeId))
      return given !== undefined
    },
  }
}

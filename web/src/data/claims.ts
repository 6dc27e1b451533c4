// Who holds which task of a plan.
import { type Claim, claimsApi } from '@cairn/contract/api/claims'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useCallback, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { call } from '../lib/api.ts'

const FRESH_MS = 2 * 60_000
const RETRY_MS = 5_000
/** Timers cannot wait longer than a browser's largest delay. */
const WAIT_MAX_MS = 24 * 60 * 60_000

export const claimsQuery = (planId: string) =>
  queryOptions({
    queryKey: ['plan', planId, 'claims'],
    queryFn: ({ signal }) => call(claimsApi.list, { params: { planId }, query: {}, signal }),
    staleTime: FRESH_MS,
    // Renewing a claim sends no event, so claims are read again when the first of them would expire.
    refetchInterval: ({ state }) => untilFirstExpiry(state.data),
  })

function untilFirstExpiry(claims: readonly Claim[] = []): number | false {
  if (claims.length === 0) return false
  const first = Math.min(...claims.map(({ expires_at }) => Date.parse(expires_at)))
  return Math.min(WAIT_MAX_MS, Math.max(RETRY_MS, first - Date.now()))
}

/** The claims of a plan by node. Only the rows and cards of nodes whose claim has changed are notified. */
export class Claims {
  #byNode = new Map<string, Claim>()
  readonly #watchers = new Map<string, Set<() => void>>()

  of(nodeId: string): Claim | undefined {
    return this.#byNode.get(nodeId)
  }

  load(claims: readonly Claim[]): void {
    const before = this.#byNode
    this.#byNode = new Map(claims.map((claim) => [claim.node_id, claim]))
    for (const nodeId of new Set([...before.keys(), ...this.#byNode.keys()]))
      if (!isSame(before.get(nodeId), this.#byNode.get(nodeId)))
        for (const onChange of this.#watchers.get(nodeId) ?? []) onChange()
  }

  watch(nodeId: string, onChange: () => void): () => void {
    const watchers = this.#watchers.get(nodeId) ?? new Set()
    this.#watchers.set(nodeId, watchers.add(onChange))
    return () => {
      watchers.delete(onChange)
      if (watchers.size === 0) this.#watchers.delete(nodeId)
    }
  }
}

const isSame = (a: Claim | undefined, b: Claim | undefined): boolean =>
  a?.id === b?.id && a?.expires_at === b?.expires_at

export const ClaimsContext = createContext<Claims | null>(null)

/** The claims of a plan; the same object while the plan is open. */
export function useClaims(planId: string): Claims {
  const [claims] = useState(() => new Claims())
  const { data } = useQuery(claimsQuery(planId))
  useEffect(() => claims.load(data ?? []), [claims, data])
  return claims
}

/** Who holds a task. */
export function useClaim(nodeId: string): Claim | undefined {
  const claims = useContext(ClaimsContext)
  const watch = useCallback(
    (onChange: () => void) => claims?.watch(nodeId, onChange) ?? (() => undefined),
    [claims, nodeId],
  )
  return useSyncExternalStore(watch, () => claims?.of(nodeId))
}

/** Takes a task over from its holder. */
export function useTakeOver(planId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (nodeId: string) =>
      call(claimsApi.claim, { params: { planId }, body: { node_id: nodeId, take_over: true, minutes: HELD_MINUTES } }),
    onSettled: () => cache.invalidateQueries({ queryKey: claimsQuery(planId).queryKey }),
  })
}

/** A person sends no heartbeats: what they took over is theirs for a working day. */
const HELD_MINUTES = 480

/** Lets a task go that the user holds. */
export function useRelease(planId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (claimId: string) =>
      call(claimsApi.end, { params: { planId, claimId }, body: { outcome: 'released' } }),
    onSettled: () => cache.invalidateQueries({ queryKey: claimsQuery(planId).queryKey }),
  })
}

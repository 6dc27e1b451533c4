// Who holds which task of a plan.
import { type Claim, claimsApi } from '@cairn/contract/api/claims'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, useCallback, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { callWithHeaders } from '../lib/api.ts'
import { getOffline } from '../lib/connection.ts'

const MINUTE_MS = 60_000
/** Renewing a claim sends no event, so claims are read again while there are any. */
const READ_AGAIN_MS = 2 * MINUTE_MS
/** Clocks are compared this often: a timer would be late after the computer slept. */
const CHECK_MS = 10_000

/** The server tells its time in whole seconds. A new claim of 30 minutes is not shown as 31, and one that has just ended not at all. */
const CLOCK_ERROR_MS = 2_000

interface ReadClaims {
  /** The claims that last, and those that have expired or ended of tasks in progress. */
  claims: readonly Claim[]
  /** The server's clock minus ours, in ms; at most a second too low. */
  clockOffset: number
}

export const claimsQuery = (planId: string) =>
  queryOptions({
    queryKey: ['plan', planId, 'claims'],
    queryFn: async ({ signal }): Promise<ReadClaims> => {
      const { reply, headers } = await callWithHeaders(claimsApi.list, {
        params: { planId },
        query: { expired: 'true' },
        signal,
      })
      const offset = Date.parse(headers.get('date') ?? '') - Date.now()
      return { claims: reply, clockOffset: Number.isNaN(offset) ? 0 : offset }
    },
    staleTime: READ_AGAIN_MS,
    refetchInterval: ({ state: { data } }) => (data && data.claims.length > 0 ? READ_AGAIN_MS : false),
    refetchOnWindowFocus: 'always',
  })

export interface Hold {
  claim: Claim
  /** Minutes left, rounded up. 0 if the claim has expired since it was last read. */
  minutes: number
}

/** What filters need to know of the claims. */
export interface ClaimedNodes {
  /** Nodes that someone holds. */
  held: ReadonlySet<string>
  /** Nodes that an agent holds. */
  byAgents: ReadonlySet<string>
  /** Nodes in progress whose last claim expired, or ended without its holder ending it. */
  abandoned: ReadonlySet<string>
}

export const NO_CLAIMS: ClaimedNodes = { held: new Set(), byAgents: new Set(), abandoned: new Set() }

/** The claims of a plan by node. Only the rows and cards of nodes whose claim has changed are notified. */
export class Claims {
  #read: ReadClaims = { claims: [], clockOffset: 0 }
  #byNode: ReadonlyMap<string, Hold> = new Map()
  #nodes = NO_CLAIMS
  readonly #watchers = new Map<string, Set<() => void>>()
  readonly #watchersOfAll = new Set<() => void>()

  /** Who holds a node, or held it when claims were last read. */
  of(nodeId: string): Hold | undefined {
    return this.#byNode.get(nodeId)
  }

  /** The same object until a claim begins, ends or expires. */
  get nodes(): ClaimedNodes {
    return this.#nodes
  }

  load(read: ReadClaims): void {
    this.#read = read
    this.#show(read.claims.filter((claim) => this.#minutesLeft(claim) > 0))
  }

  /** Updates the minutes left. Returns whether a claim has expired since they were read. */
  check(): boolean {
    this.#show([...this.#byNode.values()].map(({ claim }) => claim))
    return [...this.#byNode.values()].some(({ minutes }) => minutes === 0)
  }

  #minutesLeft({ expires_at }: Claim): number {
    const left = Date.parse(expires_at) - Date.now() - this.#read.clockOffset
    return left <= CLOCK_ERROR_MS ? 0 : Math.ceil((left - CLOCK_ERROR_MS) / MINUTE_MS)
  }

  #show(claims: readonly Claim[]): void {
    const before = this.#byNode
    const after = new Map<string, Hold>()
    for (const claim of claims) {
      const known = before.get(claim.node_id)
      const minutes = this.#minutesLeft(claim)
      const isSame = known?.claim.id === claim.id && known.claim.expires_at === claim.expires_at
      after.set(claim.node_id, isSame && known.minutes === minutes ? known : { claim, minutes })
    }
    this.#byNode = after
    this.#count()
    for (const nodeId of new Set([...before.keys(), ...after.keys()]))
      if (before.get(nodeId) !== after.get(nodeId)) for (const onChange of this.#watchers.get(nodeId) ?? []) onChange()
  }

  #count(): void {
    const held = [...this.#byNode.values()].filter(({ minutes }) => minutes > 0).map(({ claim }) => claim)
    const isHeld = new Set(held.map(({ node_id }) => node_id))
    const next: ClaimedNodes = {
      held: isHeld,
      byAgents: new Set(held.filter(({ agent }) => agent !== null).map(({ node_id }) => node_id)),
      abandoned: new Set(this.#read.claims.map(({ node_id }) => node_id).filter((id) => !isHeld.has(id))),
    }
    const names = ['held', 'byAgents', 'abandoned'] as const
    if (names.every((name) => isEqual(this.#nodes[name], next[name]))) return
    this.#nodes = next
    for (const onChange of this.#watchersOfAll) onChange()
  }

  watch(nodeId: string, onChange: () => void): () => void {
    const watchers = this.#watchers.get(nodeId) ?? new Set()
    this.#watchers.set(nodeId, watchers.add(onChange))
    return () => {
      watchers.delete(onChange)
      if (watchers.size === 0) this.#watchers.delete(nodeId)
    }
  }

  /** Notifies when `nodes` changes. */
  readonly watchAll = (onChange: () => void): (() => void) => {
    this.#watchersOfAll.add(onChange)
    return () => this.#watchersOfAll.delete(onChange)
  }
}

const isEqual = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((id) => b.has(id))

export const ClaimsContext = createContext<Claims | null>(null)

/** The claims of a plan; the same object while the plan is open. */
export function useClaims(planId: string): Claims {
  const [claims] = useState(() => new Claims())
  const { data, refetch } = useQuery(claimsQuery(planId))
  useEffect(() => {
    if (data) claims.load(data)
  }, [claims, data])
  useEffect(() => {
    const check = () => {
      if (document.visibilityState === 'visible' && claims.check() && !getOffline()) void refetch()
    }
    const timer = setInterval(check, CHECK_MS)
    document.addEventListener('visibilitychange', check)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [claims, refetch])
  return claims
}

/** Who holds a task, and for how long. */
export function useHold(nodeId: string): Hold | undefined {
  const claims = useContext(ClaimsContext)
  const watch = useCallback(
    (onChange: () => void) => claims?.watch(nodeId, onChange) ?? (() => undefined),
    [claims, nodeId],
  )
  return useSyncExternalStore(watch, () => claims?.of(nodeId))
}

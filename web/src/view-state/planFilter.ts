// The filter of an open plan, shared by tree and graph, and the nodes that match it.
import type { PlanEdge } from '@cairn/contract/api/edges'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { type ClaimedNodes, type Claims, NO_CLAIMS } from '../data/claims.ts'
import { useUnreadNodes } from '../data/commentQueries.ts'
import type { PlanNodes, Structure } from '../data/nodeStore.ts'
import type { Watches } from '../data/watches.ts'
import { useSession } from '../lib/session.ts'
import { idsIn } from './branch.ts'
import { filterIn, isFiltering, type Matches, needsEdges, searchAmong, type TreeFilter } from './nodeFilter.ts'

/** What the matches depend on, besides the filter. */
interface Among {
  nodes: PlanNodes
  /** `nodes.changes` */
  changes: number
  /** Limits the matches to a branch. */
  structure: Structure | null
  myId: string | null
  edges: readonly PlanEdge[]
  watched: ReadonlySet<string>
  unread: ReadonlySet<string>
  claims: ClaimedNodes
}

/** What filters need to know besides the nodes, from other parts of the workspace. */
interface Known {
  /** The nodes that the user watches. */
  watched: ReadonlySet<string>
  /** The nodes with unread comments. */
  unread: ReadonlySet<string>
  claims: ClaimedNodes
}

const NO_NODES: ReadonlySet<string> = new Set()

export class PlanFilter {
  #filter: TreeFilter
  #known: Known = { watched: NO_NODES, unread: NO_NODES, claims: NO_CLAIMS }
  readonly #watchers = new Set<() => void>()
  #last: { among: Among; search: (filter: TreeFilter) => Matches } | null = null

  constructor(filter: TreeFilter) {
    this.#filter = filter
  }

  get filter(): TreeFilter {
    return this.#filter
  }

  readonly set = (filter: TreeFilter): void => {
    this.#filter = filter
    for (const onChange of this.#watchers) onChange()
  }

  get known(): Known {
    return this.#known
  }

  readonly learn = (news: Partial<Known>): void => {
    this.#known = { ...this.#known, ...news }
    for (const onChange of this.#watchers) onChange()
  }

  readonly watch = (onChange: () => void): (() => void) => {
    this.#watchers.add(onChange)
    return () => this.#watchers.delete(onChange)
  }

  /** Returns the matches. The same object for the same input, so tree and graph search once. */
  matches(filter: TreeFilter, among: Among): Matches {
    const { nodes, structure, myId, edges, watched, unread, claims } = among
    const before = this.#last
    if (!before || !isSame(before.among, among)) {
      const idsOf = structure ? () => idsIn(structure) : undefined
      this.#last = { among, search: searchAmong(nodes.all, { myId, edges, watched, unread, claims }, idsOf) }
    }
    return this.#last?.search(filter) ?? NO_MATCHES
  }
}

const NO_MATCHES: Matches = { ids: new Set(), withAncestors: new Set() }

const isSame = (a: Among, b: Among): boolean => (Object.keys(a) as (keyof Among)[]).every((key) => a[key] === b[key])

/** The filter of a plan, initially the one in the URL. */
export function usePlanFilter(): PlanFilter {
  const { search } = useLocation()
  const [filter] = useState(() => new PlanFilter(filterIn(new URLSearchParams(search))))
  return filter
}

/** Gives the filter the nodes that the user watches. */
export function useWatchedFilter(filter: PlanFilter, watches: Watches): void {
  useEffect(
    () => filter.learn({ watched: new Set([...watches].flatMap(([id, level]) => (level === 'watch' ? [id] : []))) }),
    [filter, watches],
  )
}

/** Gives the filter what it needs to know of the claims. */
export function useClaimsFilter(filter: PlanFilter, claims: Claims): void {
  useEffect(() => {
    filter.learn({ claims: claims.nodes })
    return claims.watchAll(() => filter.learn({ claims: claims.nodes }))
  }, [filter, claims])
}

/** Gives the filter the nodes with unread comments. Those that are read while it is on stay until it is off. */
export function useUnreadFilter(filter: PlanFilter, planId: string): void {
  const isOn = useSyncExternalStore(filter.watch, () => filter.filter.unread)
  const unread = useUnreadNodes(planId, isOn)
  useEffect(() => {
    if (!isOn) return filter.learn({ unread: NO_NODES })
    filter.learn({ unread: new Set([...filter.known.unread, ...unread.map(({ node_id }) => node_id)]) })
  }, [filter, isOn, unread])
}

export const useFilter = (source: PlanFilter): TreeFilter => useSyncExternalStore(source.watch, () => source.filter)

interface Shown {
  nodes: PlanNodes
  /** The structure of the plan, or of the branch. */
  structure: Structure
  branchId: string | null
  /** Undefined while they load. */
  edges: readonly PlanEdge[] | undefined
}

const NO_EDGES: readonly PlanEdge[] = []

/** Returns the matches of the filter; null without one. */
export function useMatches(source: PlanFilter, { nodes, structure, branchId, edges }: Shown) {
  const filter = useFilter(source)
  const filtering = isFiltering(filter)
  const myId = useSession()?.user.id ?? null
  // A filter depends on every node. Without one, only added, deleted and moved nodes matter.
  const changes = useSyncExternalStore(nodes.watchAll, () => (filtering ? nodes.changes : 0))
  const watched = useSyncExternalStore(source.watch, () => (filter.watched ? source.known.watched : NO_NODES))
  const unread = useSyncExternalStore(source.watch, () => (filter.unread ? source.known.unread : NO_NODES))
  const claims = useSyncExternalStore(source.watch, () =>
    filter.ready || filter.byAgents ? source.known.claims : NO_CLAIMS,
  )
  const matches = filtering
    ? source.matches(filter, {
        ...{ nodes, changes, myId, watched, unread, claims },
        structure: branchId === null ? null : structure,
        edges: needsEdges(filter) ? (edges ?? NO_EDGES) : NO_EDGES,
      })
    : null
  return matches
}

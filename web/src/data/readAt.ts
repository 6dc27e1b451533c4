// Requests for other data of a plan (edges, the open node) that live events update. Each response carries its revision,
// and the events that arrived during the request are applied to it.
import type { PlanEvent } from '@cairn/contract/api/events'
import type { QueryClient } from '@tanstack/react-query'
import type { PlanNodes } from './nodeStore.ts'

export interface At<T> {
  revision: number
  value: T
}

/** A response older than the events received here is refetched, at most this often. */
const READS_MAX = 3

export const nodesKey = (planId: string) => ['plan', planId, 'nodes'] as const
/** Of what has changed in the context pack that is shown: every event may be in it. */
export const packNewsKey = (planId: string) => ['plan', planId, 'pack-news'] as const

/** The plan revision of a reply; null if it has none. */
export function revisionOf(headers: Headers): number | null {
  const revision = headers.get('x-plan-revision')
  return revision === null ? null : Number(revision)
}

export async function readAt<T>(
  cache: QueryClient,
  planId: string,
  read: () => Promise<{ reply: T; headers: Headers }>,
  apply: (value: T, events: readonly PlanEvent[]) => T,
): Promise<At<T>> {
  for (let reads = 1; ; reads++) {
    const { reply, headers } = await read()
    const revision = revisionOf(headers) ?? 0
    const nodes = cache.getQueryData<PlanNodes>(nodesKey(planId))
    const events = nodes ? nodes.eventsAfter(revision) : []
    if (events || reads === READS_MAX)
      return { revision: events?.at(-1)?.revision ?? revision, value: apply(reply, events ?? []) }
  }
}

/** Applies live events to cached data. Data of a later revision already contains them. */
export const advance = <T>(
  known: At<T>,
  events: readonly PlanEvent[],
  apply: (value: T, events: readonly PlanEvent[]) => T,
): At<T> => {
  const news = events.filter(({ revision }) => revision > known.revision)
  const last = news.at(-1)
  return last ? { revision: last.revision, value: apply(known.value, news) } : known
}

/** The node list has skipped events, so older data is refetched. */
export function readWhatIsBehind(cache: QueryClient, planId: string, nodes: PlanNodes): void {
  void cache.invalidateQueries({
    queryKey: ['plan', planId],
    predicate: ({ state }) => {
      const { revision } = (state.data ?? {}) as { revision?: unknown }
      return state.data !== nodes && typeof revision === 'number' && revision < nodes.knownSince
    },
  })
}

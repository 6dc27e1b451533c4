import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'

export interface Refresh {
  queries: (keys: Iterable<QueryKey>) => void
  /**
   * Refetches nothing from now on. Only for access that has ended. When a plan is closed, the queries that were to be
   * refetched still have to be marked, so that they are read when the plan is opened again.
   */
  stop: () => void
}

interface Options {
  /** Minimum interval between refetches of a query, because an agent may write many events per second. */
  intervalMs: number
  /** Whether the key names one query. Otherwise, it names all whose keys start with it. */
  isExact: (key: QueryKey) => boolean
}

/**
 * Refetches active queries, combining requests for the same one. A read that is running may lack the change: it is
 * neither canceled, which could go on for ever and drops a page that someone asked for, nor taken for the refetch.
 */
export function makeRefresh(cache: QueryClient, { intervalMs, isExact }: Options): Refresh {
  const wanted = new Map<string, { queryKey: QueryKey; exact: boolean }>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const want = (queryKey: QueryKey, exact: boolean) => {
    if (isStopped) return
    wanted.set(JSON.stringify([queryKey, exact]), { queryKey, exact })
    timer ??= setTimeout(flush, intervalMs)
  }
  /** Finds exact keys by their hash, because an undo may change 500 nodes, and `findAll` compares each key with all. */
  const find = (queryKey: QueryKey, exact: boolean) =>
    exact ? (cache.getQueryCache().get(hashKey(queryKey)) ?? []) : cache.getQueryCache().findAll({ queryKey })
  const flush = () => {
    timer = undefined
    const due = new Set([...wanted.values()].flatMap(({ queryKey, exact }) => find(queryKey, exact)))
    wanted.clear()
    for (const { queryKey, state } of due)
      if (state.fetchStatus === 'fetching') want(queryKey, true)
      else void cache.invalidateQueries({ queryKey, exact: true })
  }
  return {
    queries: (keys) => {
      for (const key of keys) want(key, isExact(key))
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
